import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import { type Address, getPositionRowId, type Sha256, toAddress } from '../kernel/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { listAskedQuestionGroups, isStoredValueChanged, buildAnswerReview } from './reading.ts'

const WORDS = { yes: 'Yes', no: 'No' }
const at = (section: number, question: number, row: number | null = null): Address =>
  toAddress({ section, question, condition: null, row: row === null ? null : getPositionRowId(row) })
const options = ['Sí', 'No', 'No corresponde'].map((texto, orden) => ({ orden, texto, checked: false }))
const FORM = {
  secciones: [
    section(0, [
      question(0),
      question(1, { tipoPregunta: QUESTION_TYPE.BOOLEAN }),
      question(2, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options }),
      question(3),
    ]),
    section(1, [question(0)], { repetible: true }),
    section(2, [], {
      conditionalSection: true,
      conditions: [condition(0, [question(0)]), condition(1, [question(0)])],
    }),
  ],
}
type Values = AnswerValues['values']
const EMPTY = { values: {}, conditions: {}, rows: {} }

function read(values: Values, more: object = {}, seen?: Values) {
  return buildAnswerReview(FORM, { ...EMPTY, values, ...more }, WORDS, seen && { ...EMPTY, values: seen })
}

it('is what was answered, in the order of the screen, by section, row and condition; what is open is counted', () => {
  const under = toAddress({ section: 2, question: 0, condition: 1, row: null })
  const { parts, open } = read(
    { [at(1, 0, 0)]: { respuesta: 'second' }, [at(1, 0)]: { respuesta: 'first' }, [under]: { respuesta: 'x' } },
    { rows: { 1: ['0'] }, conditions: { 2: [1] } },
  )
  const said = parts.map(({ section, row, condition, answers }) => [
    section.orden,
    row,
    condition?.order,
    answers.map(({ text }) => text),
  ])
  expect(said).toEqual([
    [1, null, undefined, ['first']],
    [1, '0', undefined, ['second']],
    [2, null, 1, ['x']],
  ])
  expect(open).toBe(4)
})

it('tells a "no" from what only begins like one, and from a text that says it', () => {
  const noOf = (values: Values) =>
    read(values).parts.flatMap(({ answers }) => answers.map(({ isAnsweredNo }) => isAnsweredNo))
  expect(noOf({ [at(0, 1)]: { respuesta: false }, [at(0, 2)]: { chosen: [1] } })).toEqual([true, true])
  expect(
    noOf({ [at(0, 0)]: { respuesta: 'No' }, [at(0, 1)]: { respuesta: true }, [at(0, 2)]: { chosen: [2] } }),
  ).toEqual([false, false, false])
})

it('says what was where a stored answer is changed, and what was taken away; what is answered for the first time corrects nothing', () => {
  const { parts } = read(
    { [at(0, 0)]: { respuesta: 'new' }, [at(0, 3)]: { respuesta: 'same' }, [at(1, 0)]: { respuesta: 'first' } },
    {},
    { [at(0, 0)]: { respuesta: 'old' }, [at(0, 1)]: { respuesta: false }, [at(0, 3)]: { respuesta: 'same' } },
  )
  expect(parts.flatMap(({ answers }) => answers.map(({ text, before }) => [text, before]))).toEqual([
    ['new', 'old'],
    ['', 'No'],
    ['same', undefined],
    ['first', undefined],
  ])
})

it('says that a file which was there was replaced or removed; one that is attached for the first time corrects nothing', () => {
  const photo = (letter: string) => ({ imagen: letter.repeat(64) as Sha256 })
  const { parts } = read(
    { [at(0, 0)]: { respuesta: 'a', ...photo('b') }, [at(0, 1)]: photo('a'), [at(1, 0)]: photo('d') },
    {},
    { [at(0, 0)]: { respuesta: 'a', ...photo('a') }, [at(0, 1)]: photo('a'), [at(0, 3)]: photo('c') },
  )
  expect(parts.flatMap(({ answers }) => answers.map((one) => [one.files, isStoredValueChanged(one)]))).toEqual([
    ['replaced', true],
    [undefined, false],
    ['removed', true],
    [undefined, false],
  ])
})

it('says what went with a condition that was unchecked, and with a row, where it was; it is no open question', () => {
  const under = (condition: number) => toAddress({ section: 2, question: 0, condition, row: null })
  const values = { [under(0)]: { respuesta: 'still at hand' }, [under(1)]: { respuesta: 'new' } }
  const seen = { ...EMPTY, values: { [under(0)]: { respuesta: 'x' }, [at(1, 0, 0)]: { respuesta: 'row' } } }
  const { parts, open } = buildAnswerReview(FORM, { ...EMPTY, values, conditions: { 2: [1] } }, WORDS, {
    ...seen,
    conditions: { 2: [0] },
    rows: { 1: [getPositionRowId(0)] },
  })
  const said = parts.flatMap(({ row, condition, answers }) =>
    answers.map(({ text, before, isNoLongerAsked }) => [row, condition?.order, text, before, isNoLongerAsked]),
  )
  expect(said).toEqual([
    ['0', undefined, '', 'row', true],
    [null, 0, '', 'x', true],
    [null, 1, 'new', undefined, undefined],
  ])
  expect(open).toBe(5)
})

describe('what is checked before sending', () => {
  const asked = (form: Parameters<typeof listAskedQuestionGroups>[0], more: object, values: Values = {}) =>
    listAskedQuestionGroups(form, { ...EMPTY, values, ...more }, WORDS).map(({ section, row, condition, answers }) => [
      section.orden,
      row,
      condition?.order,
      answers.map(({ text }) => text),
    ])

  it('is every question that is asked, answered or not; a section of conditions begins with the choice', () => {
    const values = { [at(0, 1)]: { respuesta: false }, [at(1, 0, 0)]: { respuesta: 'row' } }
    expect(asked(FORM, { rows: { 1: ['0'] }, conditions: { 2: [1] } }, values)).toEqual([
      [0, null, undefined, ['', 'No', '', '']],
      [1, null, undefined, ['']],
      [1, '0', undefined, ['row']],
      [2, null, undefined, []],
      [2, null, 1, ['']],
    ])
    expect(asked(FORM, {}).at(-1)).toEqual([2, null, undefined, []])
  })

  it('leaves out headings, unless they ask for a file', () => {
    const heading = { tipoDato: DATA_TYPE.TITLE }
    const secciones = [section(0, [question(0, heading), question(1, { ...heading, adjuntar: true })])]
    expect(asked({ secciones }, {})).toEqual([[0, null, undefined, ['']]])
    expect(asked({ secciones: [section(0, [question(0, heading)])] }, {})).toEqual([])
  })
})
