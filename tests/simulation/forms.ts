import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { areaPathSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { buildPlainTemplate, buildTemplate, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'

/** the single-answer form, and the form whose answers create incidents */
export const ONCE = templateIdSchema.parse('unica')
export const INCIDENTS = templateIdSchema.parse('denuncia')
/** the form with every kind of question */
export const INSPECTIONS = templateIdSchema.parse('comercios')
/** the public form, in an area without users */
export const PUBLIC_FORM = templateIdSchema.parse('baches')
export const SQUARE = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/plaza`)

const asks = (orden: number, titulo: string) => ({ orden, titulo, tipoPregunta: QUESTION_TYPE.OPEN })

/**
 * @param known ids of the municipality in other systems @param isWhole also asks for a location, a recipient and an
 * asset
 */
export function incidentsForm(known: { readonly idMuniCore?: number }, isWhole: boolean) {
  return buildPlainTemplate(
    { id: INCIDENTS, municipioInfo: { nombre: 'Villa Serena', ...known } },
    {
      opcionales: {
        incidentes: true,
        citizenAssociationFromCitizenPortal: true,
        ciudadano: true,
        ...(isWhole ? { destinatario: true, geolocalizacion: true } : {}),
      },
      secciones: [{ orden: 0, preguntas: [asks(0, 'Nota'), asks(1, 'Detalle')] }],
    },
  )
}

export function inspectionsForm() {
  const signed = { title: 'Responsable', indexSignature: 0, required: false, tipeOfSignatory: 'intern' }
  return buildTemplate(
    {},
    { opcionales: { digitalSignature: true, signatureEditableAnswer: true }, signatures: [signed] },
  )
}

/** The form of the other area. */
export function treesForm() {
  const areaInfo = { nombre: 'Arbolado', id: 'arbolado' }
  return buildPlainTemplate({ id: templateIdSchema.parse('arboles'), areas: [OTHER_AREA], areaInfo })
}

/** A public form that asks for a photo. */
export function publicForm() {
  return buildPlainTemplate(
    { id: PUBLIC_FORM, areas: [SQUARE], areaInfo: { nombre: 'Plaza', id: 'plaza' } },
    { opcionales: { publico: true }, secciones: [{ orden: 0, preguntas: [{ ...asks(0, 'Foto'), adjuntar: true }] }] },
  )
}
