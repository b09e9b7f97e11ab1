import { expect, it } from 'vitest'
import { templateDraftSchema } from '../templates/index.ts'
import { previewMessageSchema, previewTemplate } from './index.ts'

const DRAFT = templateDraftSchema.parse({
  titulo: 'Obras',
  estados: { disponibles: [{ id: 0, nombre: 'Nuevo', idTipoIncidente: '4' }], inicial: 0 },
  secciones: [{ orden: 3, preguntas: [{ orden: 5, titulo: 'P', tipoPregunta: 1 }] }],
})

it('a draft that was never saved can be answered, and keeps what it asks', () => {
  const template = previewTemplate({ draft: DRAFT, viewer: 'staff' })
  expect(templateDraftSchema.parse({ ...template, areas: [] })).toEqual(DRAFT)
})

it('the public is not asked for a state', () => {
  expect(previewTemplate({ draft: DRAFT, viewer: 'public' }).estados.disponibles).toEqual([])
})

it('a message that is anything else is not taken', () => {
  const message = { relevo: 'preview', viewer: 'staff', draft: DRAFT }
  expect(previewMessageSchema.safeParse(message).success).toBe(true)
  for (const other of [
    null,
    'preview',
    {},
    { ...message, relevo: 'x' },
    { ...message, viewer: 'admin' },
    { ...message, draft: { titulo: 1 } },
  ]) {
    expect(previewMessageSchema.safeParse(other).success).toBe(false)
  }
})
