import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerSchema } from '#domain/answers/index.ts'
import { formTemplateSchema } from '#domain/templates/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { buildDemo } from '#embedded/demo/build-demo.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { createDefaultsRemover } from '#core/sync/page.ts'

const asSent = (document: object): unknown => JSON.parse(JSON.stringify(document))

describe('a document without its defaults', () => {
  const documents = buildDemo(Date.parse('2026-11-21T09:00:00.000Z'), 7)
  it.each([
    ['formularios', formTemplateSchema],
    ['respuestas_formularios', answerSchema],
  ] as const)('is the same when it has been read: all %s of the demonstration', (collection, schema) => {
    const shorten = createDefaultsRemover(schema)
    const stored = documents.filter(({ key }) => key.split('/').at(-2) === collection)
    expect(stored.length).toBeGreaterThan(5)
    for (const { document } of stored) {
      const short = shorten(document)
      expect(schema.parse(asSent(short))).toEqual(document)
      expect(JSON.stringify(short).length).toBeLessThan(JSON.stringify(document).length * 0.8)
    }
  })

  it('keeps what differs from them, at every depth, also an empty text or a switch that is on', () => {
    const blocks = [
      { type: 'text', orden: 0, content: '', style: 'bold' },
      { type: 'input', orden: 1, name: '', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: 2, required: true },
      { type: 'break', orden: 2 },
    ]
    const combined = question(0, { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: blocks, required: true })
    const secciones = [
      section(0, [combined]),
      section(1, [], { conditionalSection: true, conditions: [condition(0, [question(0, { filtrable: true })])] }),
    ]
    const form = buildTemplate(
      {},
      { secciones, opcionales: { publico: true }, estados: { disponibles: [], inicial: 0 } },
    )
    const short = createDefaultsRemover(formTemplateSchema)(form)
    expect(formTemplateSchema.parse(asSent(short))).toEqual(form)
    expect(short).toMatchObject({ opcionales: { publico: true }, estados: { inicial: 0 } })
    expect(Object.keys(short['opcionales'] as object)).toEqual(['publico'])
    // A form must have its list of states, the only list here that is required.
    expect(JSON.stringify(short).match(/false|null|\w+":\[\]/g)).toEqual(['disponibles":[]'])
  })

  it('leaves alone what the schema does not know, what cannot be empty, and defaults that are objects', () => {
    const inner = z.object({ on: z.boolean().default(false), off: z.boolean().default(true) })
    const schema = z.object({
      flag: z.boolean().default(false),
      needed: z.array(z.string()),
      whole: inner.default({ on: true, off: true }),
      maybe: inner.optional(),
      none: inner.nullable().default(null),
      record: z.record(z.string(), inner),
    })
    const shorten = createDefaultsRemover(schema)
    const document = {
      flag: true,
      needed: [],
      whole: { on: false, off: true },
      none: null,
      record: { a: { on: false } },
    }
    expect(shorten(document)).toEqual({ flag: true, needed: [], whole: {}, record: { a: { on: false } } })
    expect(schema.parse(shorten({ ...document, maybe: { on: false, off: false } }))).toMatchObject({
      whole: { on: false, off: true },
      maybe: { on: false, off: false },
      none: null,
    })
    expect(shorten({ flag: false, newer: false, maybe: 'no object', needed: 'no list' })).toEqual({
      newer: false,
      maybe: 'no object',
      needed: 'no list',
    })
  })

  it('does not touch what it is given', () => {
    const form = buildTemplate()
    const before = JSON.stringify(form)
    createDefaultsRemover(formTemplateSchema)(form)
    expect(JSON.stringify(form)).toBe(before)
  })
})
