import { describe, expect, it } from 'vitest'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import type { Section } from '../templates/index.ts'
import { type AnswerValues, answerValuesSchema } from '../answers/documents/values.ts'
import { rowIdSchema } from '../kernel/row-ids.ts'
import { prefillFromAnswer, removePrefill } from './start-like.ts'

const options = (...texts: readonly string[]) => texts.map((texto, orden) => ({ orden, texto }))
const content = (values: object, more: object = {}): AnswerValues =>
  answerValuesSchema.parse({ values, conditions: {}, rows: {}, ...more })
const PHOTO = 'a'.repeat(64)

/** @param past the previous form, when it was another one */
function begin(sections: readonly Section[], former: AnswerValues, now: AnswerValues = content({}), past = sections) {
  return prefillFromAnswer(templateOf(sections), now, { template: templateOf(past), content: former })
}

describe('what is taken over', () => {
  const asked = [
    question(0),
    question(1, { tipoDato: DATA_TYPE.NUMBER }),
    question(2, { tipoPregunta: QUESTION_TYPE.BOOLEAN }),
    question(3, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options('Good', 'Bad') }),
    question(4, { tipoPregunta: QUESTION_TYPE.SELECT, opciones: options('A', 'B', 'C') }),
  ]
  const given = {
    '0/0': { respuesta: 'Bar' },
    '0/1': { respuesta: '4' },
    '0/2': { respuesta: false },
    '0/3': { chosen: [1] },
    '0/4': { chosen: [0, 2] },
  }

  const repeated = asked.map((one) => ({ ...one, seRepite: true }))

  it('is what is written, and no verdict', () => {
    const { '0/0': text, '0/1': number } = given
    expect(begin([section(0, asked)], content(given))).toEqual({
      content: content({ '0/0': text, '0/1': number }),
      filled: 2,
    })
  })

  it('is what the author says', () => {
    expect(begin([section(0, repeated)], content(given))).toEqual({ content: content(given), filled: 5 })
    const none = asked.map((one) => ({ ...one, seRepite: false }))
    expect(begin([section(0, none)], content(given)).filled).toBe(0)
    const due = question(0, { tipoDato: DATA_TYPE.DATE, seRepite: true })
    expect(begin([section(0, [due])], content({ '0/0': { respuesta: '2026-11-20' } })).filled).toBe(1)
  })

  it('is not when someone was there, nor what proves it, whatever the author says', () => {
    const visit = [
      question(0, { tipoDato: DATA_TYPE.DATE }),
      question(1, { tipoDato: DATA_TYPE.TIME }),
      question(2, { adjuntar: true, adjuntarDocumento: true, adjuntarVideo: true, seRepite: true }),
      question(3, { adjuntar: true, seRepite: true }),
      question(4, { adjuntar: true }),
    ]
    const files = { imagen: PHOTO, documento: PHOTO, video: PHOTO }
    const former = content({
      '0/0': { respuesta: '2026-11-20' },
      '0/1': { respuesta: '10:00' },
      '0/2': files,
      '0/3': { respuesta: 'front', imagen: PHOTO },
      '0/4': { respuesta: 'dirty', imagen: PHOTO },
    })
    expect(begin([section(0, visit)], former)).toEqual({
      content: content({ '0/3': { respuesta: 'front' } }),
      filled: 1,
    })
  })

  it('is not a code that was scanned: it proves that someone was there, or is another thing’s', () => {
    const former = content({
      '0/0': { respuesta: 'EXT-0042' },
      '0/1': { respuesta: '12,5' },
      '0/2': { respuesta: 'x' },
    })
    const coded = [
      question(0, { escaneable: true }),
      // No code can be its answer, so the option to scan has no effect.
      question(1, { tipoDato: DATA_TYPE.DECIMAL, escaneable: true }),
      question(2, { escaneable: false }),
    ]
    const kept = { '0/1': { respuesta: '12,5' }, '0/2': { respuesta: 'x' } }
    expect(begin([section(0, coded)], former)).toEqual({ content: content(kept), filled: 2 })
  })

  it('leaves what is answered, and keeps the photo that is beside', () => {
    const now = content({ '0/0': { respuesta: 'Café' }, '0/1': { imagen: PHOTO } })
    const begun = begin([section(0, repeated)], content(given), now)
    expect(begun.content.values).toEqual({
      ...given,
      '0/0': { respuesta: 'Café' },
      '0/1': { respuesta: '4', imagen: PHOTO },
    })
    expect(begun.filled).toBe(4)
  })

  it('of a block is what its fields have of any visit', () => {
    const block = (input: object = {}, more: object = {}) =>
      question(0, {
        tipoPregunta: QUESTION_TYPE.COMBINED,
        combinedQuestions: [
          { type: 'input', orden: 0, name: 'Owner', tipoPregunta: QUESTION_TYPE.OPEN, ...input },
          { type: 'input', orden: 1, name: 'Since', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.DATE },
        ],
        ...more,
      })
    const given = { combined: { '0': { respuesta: 'Ana' }, '1': { respuesta: '2026-11-20' } } }
    const former = content({ '0/0': given })
    expect(begin([section(0, [block()])], former).content.values).toEqual({
      '0/0': { combined: { '0': { respuesta: 'Ana' } } },
    })
    expect(begin([section(0, [block({}, { seRepite: true })])], former).content.values).toEqual({ '0/0': given })
    expect(begin([section(0, [block({ name: 'Tenant' })])], former, content({}), [section(0, [block()])]).filled).toBe(
      0,
    )
  })
})

describe('of a form that was changed since', () => {
  const radio = (...texts: readonly string[]) =>
    question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options(...texts), seRepite: true })

  it.each([
    ['asks something else there', question(0, { titulo: 'Another question' })],
    ['wants a number there', question(0, { tipoDato: DATA_TYPE.NUMBER })],
    ['wants a choice there', radio('Bar', 'Shop')],
  ])('that %s, nothing', (_, changed) => {
    const begun = begin([section(0, [changed])], content({ '0/0': { respuesta: 'Bar' } }), content({}), [
      section(0, [question(0)]),
    ])
    expect(begun).toEqual({ content: content({}), filled: 0 })
  })

  it('whose sections have changed places, nothing goes from one into the other', () => {
    const named = (orden: number, titulo: string) => section(orden, [question(0)], { titulo })
    const past = [named(0, 'Seller'), named(1, 'Buyer')]
    const former = content({ '0/0': { respuesta: 'Ana' }, '1/0': { respuesta: 'Bruno' } })
    expect(begin([named(0, 'Buyer'), named(1, 'Seller')], former, content({}), past).filled).toBe(0)
    expect(begin([named(0, 'Seller '), named(1, 'Buyer')], former, content({}), past).filled).toBe(2)
  })

  it('whose condition is called otherwise, nothing of what was asked under it, also where someone has checked the new one', () => {
    const pets = (...names: readonly string[]) =>
      section(0, [], {
        conditionalSection: true,
        conditions: names.map((name, order) => ({ ...condition(order, [question(0)]), condition: name })),
      })
    const former = content({ '0/c0/0': { respuesta: 'Rex' } }, { conditions: { '0': [0] } })
    const now = content({}, { conditions: { '0': [0] } })
    expect(begin([pets('Cat', 'Dog')], former, now, [pets('Dog', 'Cat')]).filled).toBe(0)
    expect(begin([pets('Dog', 'Cat')], former, now, [pets('Dog', 'Cat')]).filled).toBe(1)
  })

  it('that is no longer there, nothing', () => {
    const past = [section(0, [question(0), question(1)]), section(1, [question(0)])]
    const former = content({ '0/1': { respuesta: 'x' }, '1/0': { respuesta: 'y' } })
    expect(begin([section(0, [question(0)])], former, content({}), past).filled).toBe(0)
  })

  it('an option is followed by its text, and a choice of which a part is gone is no choice', () => {
    const former = content({ '0/0': { chosen: [0] } })
    const past = [section(0, [radio('Good', 'Bad')])]
    expect(begin([section(0, [radio('Bad', 'Good')])], former, content({}), past).content.values).toEqual({
      '0/0': { chosen: [1] },
    })
    expect(begin([section(0, [radio('Fair', 'Bad')])], former, content({}), past).filled).toBe(0)
    const many = (...texts: readonly string[]) => [
      section(0, [{ ...radio(...texts), tipoPregunta: QUESTION_TYPE.SELECT }]),
    ]
    expect(begin(many('A', 'C'), content({ '0/0': { chosen: [0, 1] } }), content({}), many('A', 'B', 'C')).filled).toBe(
      0,
    )
  })

  it('a number below zero is none where it may not be any more', () => {
    const number = (permiteNegativos: boolean) => [
      section(0, [question(0, { tipoDato: DATA_TYPE.NUMBER, permiteNegativos })]),
    ]
    expect(begin(number(false), content({ '0/0': { respuesta: '-3' } }), content({}), number(true)).filled).toBe(0)
  })
})

describe('conditions', () => {
  const back = question(0, { seRepite: true })
  const conditional = (change: object = {}) =>
    section(2, [], {
      conditionalSection: true,
      conditions: [condition(0, [back]), condition(1, [back])],
      ...change,
    })
  const former = content({ '2/c1/0': { respuesta: 'x' } }, { conditions: { 2: [1] } })

  it('are checked as they were, with what was said under them', () => {
    expect(begin([conditional()], former)).toEqual({ content: former, filled: 2 })
  })

  it('are found again where the author wants nothing under them back', () => {
    const plain = [condition(0, [question(0)]), condition(1, [question(0)])]
    expect(begin([conditional({ conditions: plain })], former).filled).toBe(0)
  })

  it('stay as they are where one is checked already', () => {
    const now = content({}, { conditions: { 2: [0] } })
    expect(begin([conditional({ conditionalSectionSingle: true })], former, now)).toEqual({ content: now, filled: 0 })
  })

  it('that say something else by now are not checked', () => {
    const changed = conditional({
      conditions: [condition(0, [back]), { ...condition(1, [back]), condition: 'Other' }],
    })
    expect(begin([changed], former, content({}), [conditional()]).filled).toBe(0)
  })
})

describe('rows', () => {
  const trees = section(1, [question(0), question(1, { adjuntar: true })], { repetible: true })
  const former = content(
    { '1/0': { respuesta: 'oak' }, '1/r0/0': { respuesta: 'elm' }, '1/r1/1': { imagen: PHOTO } },
    { rows: { 1: 2 } },
  )

  it('come back, but for those of which nothing but photos was kept', () => {
    expect(begin([trees], former)).toEqual({
      content: content({ '1/0': { respuesta: 'oak' }, '1/r0/0': { respuesta: 'elm' } }, { rows: { 1: 1 } }),
      filled: 2,
    })
  })

  it.each([
    ['rows were begun', content({}, { rows: { 1: 1 } })],
    ['the first one is another', content({ '1/0': { respuesta: 'ash' } })],
  ])('are not mixed where %s', (_, now) => {
    expect(begin([trees], former, now)).toEqual({ content: now, filled: 0 })
  })

  it('are not brought to a section that does not repeat any more', () => {
    expect(begin([{ ...trees, repetible: false }], former, content({}), [trees]).content.rows).toEqual({})
  })
})

describe('taking it back', () => {
  const form = [
    section(0, [question(0), question(1)]),
    section(1, [question(0)], { repetible: true }),
    section(2, [], { conditionalSection: true, conditions: [condition(0, [question(0, { seRepite: true })])] }),
  ]
  const former = content(
    {
      '0/0': { respuesta: 'a' },
      '0/1': { respuesta: 'b' },
      '1/r0/0': { respuesta: 'c' },
      '2/c0/0': { respuesta: 'd' },
    },
    { rows: { 1: 1 }, conditions: { 2: [0] } },
  )
  const before = content({ '0/1': { imagen: PHOTO } })
  const started = begin(form, former, before).content

  it('leaves everything as it was', () => {
    expect(removePrefill(started, before, started)).toEqual(before)
  })

  it('leaves what was changed since, with the row and the condition that it is in', () => {
    const edits = { '0/0': { respuesta: 'A' }, '1/r0/0': { respuesta: 'C' }, '2/c0/0': { respuesta: 'D' } }
    const now = { ...started, values: { ...started.values, ...edits } }
    expect(removePrefill(now, before, started)).toEqual(
      content({ ...edits, '0/1': { imagen: PHOTO } }, { rows: { 1: 1 }, conditions: { 2: [0] } }),
    )
  })

  it('leaves rows that were added since', () => {
    const now = { ...started, rows: { 1: ['0', '1'].map((row) => rowIdSchema.parse(row)) } }
    expect(removePrefill(now, before, started).rows).toEqual({ 1: ['0', '1'] })
  })
})
