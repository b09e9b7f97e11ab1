import { describe, expect, it } from 'vitest'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { QUESTION_TYPE } from '../questions/index.ts'
import { type AnswerValues, answerValuesSchema } from '../answers/documents/values.ts'
import { getPositionRowId } from '../kernel/row-ids.ts'
import { prefillFromRow } from './start-row-like.ts'

const content = (values: object, more: object = {}): AnswerValues =>
  answerValuesSchema.parse({ values, conditions: {}, rows: {}, ...more })
const PHOTO = 'a'.repeat(64)

describe('a row like the row above', () => {
  const trees = section(1, [question(0), question(1), question(2, { adjuntar: true, seRepite: true })], {
    repetible: true,
  })

  it('has what the row above it says, and keeps what it says itself', () => {
    const now = content(
      {
        '1/0': { respuesta: 'oak' },
        '1/r0/0': { respuesta: 'elm' },
        '1/r0/1': { respuesta: '8' },
        '1/r0/2': { imagen: PHOTO },
        '1/r1/1': { respuesta: '9' },
      },
      { rows: { 1: 2 } },
    )
    expect(prefillFromRow(trees, now, getPositionRowId(1))).toEqual({
      content: { ...now, values: { ...now.values, '1/r1/0': { respuesta: 'elm' } } },
      filled: 1,
    })
  })

  it('is like the first one where that is above it, without what judges, and at a place of its own', () => {
    const verdict = question(1, { tipoPregunta: QUESTION_TYPE.BOOLEAN })
    const judged = section(1, [question(0), verdict, question(2, { esUbicacion: true })], { repetible: true })
    const place = '-31.414200, -64.189300'
    const now = content(
      { '1/0': { respuesta: 'oak' }, '1/1': { respuesta: true }, '1/2': { respuesta: place } },
      { rows: { 1: 1 } },
    )
    expect(prefillFromRow(judged, now, getPositionRowId(0)).content.values).toEqual({
      ...now.values,
      '1/r0/0': { respuesta: 'oak' },
    })
  })
})
