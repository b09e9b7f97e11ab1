import { describe, expect, it } from 'vitest'
import { areaPathSchema, sha256Schema, templateIdSchema } from '../kernel/index.ts'
import { type TemplateDraft, templateDraftSchema, buildHeaderImageUrl } from '../templates/index.ts'
import { adoptTemplate, exportTemplate, importTemplate, listUsedIncidentTypeIds } from './index.ts'

const HERE = areaPathSchema.parse('paises/AR/provincias/cordoba/municipios/villa-serena/areas_municipales/inspeccion')
const THERE = areaPathSchema.parse('paises/UY/provincias/montevideo/municipios/puerto-claro/areas_municipales/obras')

const [OWN, OTHER] = [templateIdSchema.parse('obras'), templateIdSchema.parse('otra')]
const imageOf = (digit: string): string => buildHeaderImageUrl(OWN, sha256Schema.parse(digit.repeat(64)))

/** A form that uses every field. */
const FORM: TemplateDraft = templateDraftSchema.parse({
  titulo: 'Obras',
  tituloAlternativeLanguage_en: 'Works',
  descripcion: 'Línea 1\nLínea 2 🍔 "comillas"',
  areas: [HERE],
  headerImageURL: imageOf('a'),
  pdfSettings: { logoChecked: true, logo: imageOf('b') },
  appointmentGroup: { appointmentData: { id: '7', name: 'Turnos' }, tenantId: 't', tenantUniqueName: 'villa' },
  muniCore: { areaId: '3', idTipoIncidente: '9' },
  estados: {
    disponibles: [
      { id: 0, nombre: 'Nuevo', transiciones: [1], idTipoIncidente: '11' },
      { id: 1, nombre: 'Cerrado' },
    ],
    inicial: 0,
  },
  opcionales: { headerImg: true, limitResponses: true, digitalSignature: true, addPaymentGateway: true },
  charge: { base: 500, discounts: [{ name: 'Jubilados', percentOff: 50, dni: ['20111222'] }], minutes: 30 },
  ticketSale: {
    productType: 'product',
    zones: [{ id: 7, name: 'Remera', price: 1500, maxQuantity: 20 }],
    currency: { sign: '$', name: 'ARS' },
  },
  responsesCount: 5,
  signatures: [{ title: 'Dueño', indexSignature: 0, required: true }],
  secciones: [
    {
      orden: 0,
      titulo: 'A',
      repetible: true,
      preguntas: [
        {
          orden: 0,
          titulo: 'P',
          tipoPregunta: 3,
          opciones: [{ orden: 0, texto: 'Sí', textoAlternativeLanguage_en: 'Yes', precio: 250 }],
        },
      ],
    },
    {
      orden: 1,
      conditionalSection: true,
      conditionalQuestion: '¿?',
      conditions: [
        {
          order: 0,
          condition: 'C',
          questions: [
            {
              orden: 0,
              titulo: 'Bloque',
              tipoPregunta: 5,
              combinedQuestions: [
                { type: 'text', orden: 0, content: 'x', style: 'bold' },
                { type: 'input', orden: 1, name: 'i', tipoPregunta: 1 },
                { type: 'break', orden: 2 },
              ],
            },
          ],
        },
      ],
    },
  ],
})

describe('a form as a file', () => {
  it('comes back equal', () => {
    expect(importTemplate(exportTemplate(FORM))).toEqual({ ok: true, value: FORM })
  })

  it('carries nothing of the server that it was on', () => {
    const kept = {
      ...FORM,
      id: 'obras',
      version: 7,
      lastEdit: { username: 'ines' },
      formEditedInfo: [{ username: 'ines' }],
    } as TemplateDraft
    expect(exportTemplate(kept)).toBe(exportTemplate(FORM))
  })

  it('may have been given a byte-order mark on its way', () => {
    expect(importTemplate(`\uFEFF${exportTemplate(FORM)}`).ok).toBe(true)
  })

  const file = JSON.parse(exportTemplate(FORM)) as Record<string, unknown>
  it.each([
    ['no JSON', '{"relevo":', 'import.not-a-form'],
    ['some other JSON', '{"titulo":"x","secciones":[]}', 'import.not-a-form'],
    ['a backup', '{"relevo":"backup","format":1}', 'import.not-a-form'],
    ['no object', '[]', 'import.not-a-form'],
    [
      'an impossible form',
      JSON.stringify({ ...file, form: { titulo: 'x', secciones: [{ orden: -1 }] } }),
      'import.not-a-form',
    ],
    [
      'a link that runs a script',
      JSON.stringify({ ...file, form: { ...FORM, headerImageURL: 'javascript:alert(1)' } }),
      'import.not-a-form',
    ],
    ['a newer app', JSON.stringify({ ...file, format: 2 }), 'import.newer-app'],
  ])('%s is refused', (_name, text, code) => {
    expect(importTemplate(text)).toEqual({ ok: false, problem: { code } })
  })
})

describe('a form that is imported', () => {
  const itself = { id: OWN, incidentTypes: listUsedIncidentTypeIds(FORM), areas: [HERE] }
  const another = { id: OTHER, incidentTypes: [], areas: [HERE] }

  it('into itself by someone of one of its areas stays as it is', () => {
    expect(adoptTemplate(FORM, itself)).toEqual({ draft: FORM, left: [] })
  })

  it('into another form of its own area leaves its images and incident types with the first, and keeps all else', () => {
    const { draft, left } = adoptTemplate(FORM, another)
    expect(left).toEqual(['header-image', 'pdf-logo', 'incident-types'])
    const { headerImageURL: _a, pdfSettings: _b, ...rest } = FORM
    const [first, second] = FORM.estados.disponibles
    const { idTipoIncidente: _c, ...untyped } = first ?? {}
    const { logo: _d, ...pdfSettings } = FORM.pdfSettings ?? {}
    expect(draft).toEqual({
      ...rest,
      pdfSettings,
      muniCore: { areaId: '3' },
      estados: { ...FORM.estados, disponibles: [untyped, second] },
    })
    expect(listUsedIncidentTypeIds(draft)).toEqual([])
    expect(adoptTemplate(draft, another)).toEqual({ draft, left: [] })
  })

  it('brings no address of an image from anywhere else', () => {
    const images = {
      headerImageURL: 'https://elsewhere.example/a.png',
      pdfSettings: { ...FORM.pdfSettings, logo: '/api/templates/obras' },
    } as Partial<TemplateDraft>
    const { draft, left } = adoptTemplate({ ...FORM, ...images }, itself)
    expect(left).toEqual(['header-image', 'pdf-logo'])
    expect([draft.headerImageURL, draft.pdfSettings?.logo]).toEqual([undefined, undefined])
  })

  it('elsewhere loses its ties to where it comes from, and they are named', () => {
    const { draft, left } = adoptTemplate(FORM, { ...another, areas: [THERE] })
    expect(left).toEqual(['areas', 'header-image', 'pdf-logo', 'agenda', 'management-system'])
    expect(draft.areas).toEqual([])
    for (const tie of ['headerImageURL', 'appointmentGroup', 'muniCore']) expect(draft).not.toHaveProperty(tie)
    expect(listUsedIncidentTypeIds(draft)).toEqual([])
    expect(draft.opcionales).toEqual(FORM.opcionales)
    expect(draft.secciones).toEqual(FORM.secciones)
  })

  it('by someone of some of its areas keeps those', () => {
    const both = { ...FORM, areas: [THERE, HERE] }
    expect(adoptTemplate(both, itself)).toEqual({ draft: FORM, left: ['areas'] })
  })

  it('without any tie is left alone', () => {
    const free = templateDraftSchema.parse({ titulo: 'x', secciones: [] })
    expect(adoptTemplate(free, another)).toEqual({ draft: free, left: [] })
  })
})
