import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { question } from '#tests/support/builders/form-parts.ts'
import { estimateQuestionsHeight } from './question-card.tsx'

const options = (count: number) => Array.from({ length: count }, (_, orden) => ({ orden, texto: `Option ${orden}` }))
let stackedOnAPhone = 1
/** In pixels, with touch targets of 48. */
function pixels(...asked: Parameters<typeof question>[1][]): number {
  const [, text = '', rows = '', stacked = '', gap = ''] =
    /^calc\((\d+)px \+ \((\d+) \+ (\d+) \* var\(--r-stacked\)\) \* \(var\(--r-target\) \+ (\d+)px\)\)$/.exec(
      estimateQuestionsHeight(asked.map((change, order) => question(order, change))),
    ) ?? []
  return Number(text) + (Number(rows) + stackedOnAPhone * Number(stacked)) * (48 + Number(gap))
}

describe('the height of a question that is not drawn yet', () => {
  /** As rendered on a phone of 390 px, with titles of one line. */
  it.each([
    ['a line of text', {}, 104],
    ['five options', { tipoPregunta: QUESTION_TYPE.RADIO, required: true, opciones: options(5) }, 312],
    [
      'more options than are in sight',
      { tipoPregunta: QUESTION_TYPE.RADIO, required: true, opciones: options(16) },
      412,
    ],
    ['three short options', { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options(3) }, 208],
    ['yes or no', { tipoPregunta: QUESTION_TYPE.BOOLEAN }, 112],
    ['one with a photo', { adjuntar: true, required: true }, 216],
    ['a place', { esUbicacion: true }, 218],
    ['a heading', { tipoDato: 7 as const }, 51],
  ])('%s', (_what, change, drawn) => {
    expect(Math.abs(pixels(change) - drawn)).toBeLessThanOrEqual(20)
  })

  it('of short options is one line where they stand side by side', () => {
    stackedOnAPhone = 0
    expect(pixels({ tipoPregunta: QUESTION_TYPE.RADIO, opciones: options(4) })).toBe(
      pixels({ tipoPregunta: QUESTION_TYPE.BOOLEAN }),
    )
    stackedOnAPhone = 1
  })

  it('of several is the sum of each', () => {
    expect(pixels({}, { adjuntar: true })).toBe(pixels({}) + pixels({ adjuntar: true }))
  })
})
