import fc from 'fast-check'
import {
  completeTemplate,
  type FormTemplate,
  type TemplateOptions,
  templateOptionsSchema,
  pickDraftFields,
  buildHeaderImageUrl,
  type FormOptionName,
  validateTemplate,
  switchFormOption,
} from '#domain/templates/index.ts'
import { sha256Schema, templateIdSchema } from '#domain/kernel/index.ts'
import { AREA, NOW, OTHER_AREA } from '../builders/template.ts'
import { anyForm } from './any-form.ts'

const ID = templateIdSchema.parse('cualquiera')
const NONE = templateOptionsSchema.parse({})
const FLAGS = Object.keys(NONE) as readonly FormOptionName[]
const image = buildHeaderImageUrl(ID, sha256Schema.parse('a'.repeat(64)))
const PESO = { sign: '$', name: 'ARS' }
const PROMOTIONS = [
  { name: 'Feria', percentOff: 10 },
  { name: 'Socio', percentOff: 20, code: 'socio' },
  { name: 'Exento', percentOff: 100, dni: ['30111222'] },
]

/** Turned on one after the other, like an author does, so that mutually exclusive options are never on together. */
const options = fc
  .array(fc.constantFrom(...FLAGS), { maxLength: 30, size: 'max' })
  .map((on) => on.reduce<TemplateOptions>((before, flag) => switchFormOption(before, flag, true), NONE))

const states = fc.constantFrom(
  { disponibles: [], inicial: null },
  {
    disponibles: [
      { id: 0, nombre: 'Nuevo', transiciones: [1], idTipoIncidente: '4' },
      { id: 1, nombre: 'Cerrado', transiciones: [] },
    ],
    inicial: 0,
  },
)

/** Prices, in any of three ways. */
const money = fc.constantFrom(
  { charge: { base: 500, currency: PESO, discounts: PROMOTIONS } },
  {
    ticketSale: {
      productType: 'event',
      zones: [{ id: 3, name: 'Platea', price: 100, maxQuantity: 5, maxPerPerson: 2 }],
      promotions: PROMOTIONS,
      currency: PESO,
      eventDate: NOW,
    },
  },
  {
    charge: { base: 0, validated: true, minutes: 30 },
    ticketSale: {
      productType: 'product',
      zones: [{ id: 0, name: 'Remera', price: 100, maxQuantity: 5 }],
      promotions: PROMOTIONS.slice(1, 2),
      currency: PESO,
    },
  },
)

const texts = fc.constantFrom(
  {},
  {
    descripcion: 'Línea 1\nLínea 2 </script><!-- "&amp;"',
    nombreRespuesta: 'reclamo',
    textoEmergencia: '¿Peligro?\nLlame al 911 <b>',
  },
  { tituloAlternativeLanguage_en: 'Any', descripcionAlternativeLanguage_pt: 'Qualquer' },
)

/** Any publishable form, with the parts that its options need, and sometimes with parts of options that are off. */
export const anyTemplate: fc.Arbitrary<FormTemplate> = fc
  .record({
    form: anyForm,
    options,
    states,
    money,
    texts,
    extra: fc.boolean(),
    areas: fc.constantFrom([AREA], [AREA, OTHER_AREA]),
  })
  .map(({ form, options: on, states: estados, money: costs, texts: written, extra, areas }) => {
    const when = (option: FormOptionName, block: object): object => (on[option] || extra ? block : {})
    const draft = {
      titulo: 'Cualquier formulario',
      ...written,
      opcionales: on,
      secciones: form.secciones,
      estados,
      signatures: on.digitalSignature || extra ? form.wanted : [],
      ...when('addAppointment', {
        appointmentGroup: {
          appointmentData: { id: '31', name: 'Licencias' },
          tenantId: '7',
          tenantUniqueName: 'villa',
        },
      }),
      ...when('addPaymentGateway', costs),
      ...when('headerImg', { headerImageURL: image }),
      ...when('limitResponses', { responsesCount: 50 }),
      ...when('customizedVoucher', { customizedVoucherText: 'Presente este comprobante.' }),
      ...(on.incidentes ? { muniCore: { areaId: '7', idTipoIncidente: '3' } } : {}),
      pdfSettings: { logoChecked: !on.pdfPortablePrint, portablePrint: on.pdfPortablePrint, answerSize: 11 },
    }
    return completeTemplate(draft, {
      id: ID,
      version: 3,
      areas,
      areaInfo: { nombre: 'Inspección', id: 'inspeccion' },
      municipioInfo: { nombre: 'Villa Serena' },
      timeStamp: NOW,
    })
  })
  // Leaves out required headings, which are refused although the type allows them.
  .filter((form) => validateTemplate(pickDraftFields(form)).length === 0)
