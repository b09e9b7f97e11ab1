import { expect, it } from 'vitest'
import { templateDraftSchema } from '../templates/index.ts'
import { toInstant } from '../kernel/index.ts'
import { buildPreviewAnswer, previewMessageSchema, buildPreviewTemplate, listTranslatedLanguages } from './index.ts'

const DRAFT = templateDraftSchema.parse({
  titulo: 'Obras',
  estados: { disponibles: [{ id: 0, nombre: 'Nuevo', idTipoIncidente: '4' }], inicial: 0 },
  secciones: [{ orden: 3, preguntas: [{ orden: 5, titulo: 'P', tipoPregunta: 1 }] }],
})

it('a draft that was never saved can be answered, and keeps what it asks', () => {
  const template = buildPreviewTemplate({ draft: DRAFT, viewer: 'staff' })
  expect(templateDraftSchema.parse({ ...template, areas: [] })).toEqual(DRAFT)
})

it('the public is not asked for a state', () => {
  expect(buildPreviewTemplate({ draft: DRAFT, viewer: 'public' }).estados.disponibles).toEqual([])
})

it('a message that is anything else is not taken', () => {
  const message = { relevo: 'preview', viewer: 'staff', language: 'en', draft: DRAFT }
  expect(previewMessageSchema.safeParse(message).success).toBe(true)
  for (const other of [
    null,
    'preview',
    {},
    { ...message, relevo: 'x' },
    { ...message, viewer: 'admin' },
    { ...message, language: 'xx' },
    { ...message, draft: { titulo: 1 } },
  ]) {
    expect(previewMessageSchema.safeParse(other).success).toBe(false)
  }
})

it('a blank answer for the PDF has every question, those of conditions too', () => {
  const draft = templateDraftSchema.parse({
    titulo: 'Obras',
    secciones: [
      { orden: 0, preguntas: [{ orden: 0, titulo: 'P', tipoPregunta: 1 }] },
      {
        orden: 1,
        conditionalSection: true,
        preguntas: [],
        conditions: [{ order: 2, condition: 'C', questions: [{ orden: 0, titulo: 'Q', tipoPregunta: 1 }] }],
      },
    ],
  })
  const { secciones, titulo, codigoMunicipio } = buildPreviewAnswer(draft, toInstant(0))
  expect([titulo, codigoMunicipio, secciones.length]).toEqual(['Obras', '', 2])
  expect(secciones[1]?.conditions[0]).toMatchObject({ checked: true, questions: [{ titulo: 'Q' }] })
})

it('names the languages that something is translated into', () => {
  expect(listTranslatedLanguages(DRAFT)).toEqual([])
  const states = [{ id: 0, nombre: 'Nuevo', nombreAlternativeLanguage_ca: 'Nou' }]
  const draft = { ...DRAFT, tituloAlternativeLanguage_pt: 'Obras', estados: { ...DRAFT.estados, disponibles: states } }
  expect(listTranslatedLanguages(templateDraftSchema.parse(draft))).toEqual(['pt', 'ca'])
})
