import { describe, expect, it } from 'vitest'
import { question } from '#tests/support/builders/form-parts.ts'
import { DATA_TYPE, QUESTION_TYPE } from './index.ts'
import { isReused, mayBeReused } from './comes-back.ts'

const input = (more: object) => ({ type: 'input', orden: 0, name: 'x', tipoPregunta: QUESTION_TYPE.OPEN, ...more })

describe('where the author says nothing', () => {
  it.each([
    ['a text', {}, true],
    ['a whole number', { tipoDato: DATA_TYPE.NUMBER }, true],
    ['a decimal number', { tipoDato: DATA_TYPE.DECIMAL }, true],
    ['a date', { tipoDato: DATA_TYPE.DATE }, false],
    ['a time', { tipoDato: DATA_TYPE.TIME }, false],
    ['a scanned code', { escaneable: true }, false],
    ['a place', { esUbicacion: true }, false],
    ['a note to a photo', { adjuntar: true }, false],
    ['a yes or no', { tipoPregunta: QUESTION_TYPE.BOOLEAN }, false],
    ['a choice', { tipoPregunta: QUESTION_TYPE.RADIO }, false],
    ['several choices', { tipoPregunta: QUESTION_TYPE.SELECT }, false],
    ['a block with a text', { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: [input({})] }, true],
    [
      'a block of yes and no',
      { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: [input({ tipoPregunta: QUESTION_TYPE.BOOLEAN })] },
      false,
    ],
  ])('%s: %o comes back: %s', (_, change, expected) => {
    expect(isReused(question(0, change))).toBe(expected)
  })
})

it('the author has the last word', () => {
  expect(isReused(question(0, { tipoPregunta: QUESTION_TYPE.BOOLEAN, seRepite: true }))).toBe(true)
  expect(isReused(question(0, { seRepite: false }))).toBe(false)
})

it('what only shows something has no answer that could', () => {
  expect(mayBeReused(question(0, { tipoDato: DATA_TYPE.TITLE, adjuntar: true }))).toBe(false)
  expect(mayBeReused(question(0))).toBe(true)
})
