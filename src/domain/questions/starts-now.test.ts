import { expect, it } from 'vitest'
import { question } from '#tests/support/builders/form-parts.ts'
import { DATA_TYPE, QUESTION_TYPE } from './index.ts'
import { buildCurrentTimeValue } from './starts-now.ts'

const PRESENT = { date: '2026-11-30', time: '09:05' }

it.each([
  [DATA_TYPE.DATE, { respuesta: '2026-11-30' }],
  [DATA_TYPE.TIME, { respuesta: '09:05' }],
  [DATA_TYPE.STRING, undefined],
])('of the data type %i starts with %o where its author wants the present', (tipoDato, value) => {
  expect(buildCurrentTimeValue(question(0, { tipoDato, empiezaAhora: true }), PRESENT)).toEqual(value)
  expect(buildCurrentTimeValue(question(0, { tipoDato }), PRESENT)).toBeUndefined()
  const chosen = question(0, { tipoPregunta: QUESTION_TYPE.BOOLEAN, tipoDato, empiezaAhora: true })
  expect(buildCurrentTimeValue(chosen, PRESENT)).toBeUndefined()
})
