import { describe, expect, it } from 'vitest'
import { questionSchema, QUESTION_TYPE, type AnsweredQuestion, formatValue } from '../questions/index.ts'
import { decomposeQuestion } from './decompose.ts'

function answered(asked: object, answer: object = {}): AnsweredQuestion {
  return { ...questionSchema.parse({ orden: 1, titulo: '?', ...asked }), ...answer } as AnsweredQuestion
}

const options = (checked: readonly number[]) =>
  ['Sí', 'No', 'Quizás'].map((texto, orden) => ({ orden, texto, checked: checked.includes(orden) }))
const shown = (question: AnsweredQuestion): string =>
  formatValue(question, decomposeQuestion(question) ?? undefined, { yes: 'Sí', no: 'No' })

describe('the value of a question in an answer', () => {
  it('reads what a person typed', () => {
    expect(shown(answered({ tipoPregunta: QUESTION_TYPE.OPEN }, { respuesta: 'Av. Belgrano 1200' }))).toBe(
      'Av. Belgrano 1200',
    )
  })

  it('reads yes and no, and tells both from nothing', () => {
    expect(shown(answered({ tipoPregunta: QUESTION_TYPE.BOOLEAN }, { respuesta: true }))).toBe('Sí')
    expect(shown(answered({ tipoPregunta: QUESTION_TYPE.BOOLEAN }, { respuesta: false }))).toBe('No')
    expect(shown(answered({ tipoPregunta: QUESTION_TYPE.BOOLEAN }))).toBe('')
  })

  it('reads choices from the checked options', () => {
    expect(decomposeQuestion(answered({ tipoPregunta: QUESTION_TYPE.SELECT, opciones: options([0, 2]) }))).toEqual({
      chosen: [0, 2],
    })
    expect(shown(answered({ tipoPregunta: QUESTION_TYPE.RADIO, opciones: options([1]) }, { respuesta: 'No' }))).toBe(
      'No',
    )
  })

  it('reads each input of a combined question', () => {
    const items = [
      { type: 'text', orden: 0, content: 'Mide' },
      { type: 'input', orden: 1, name: 'Alto', tipoPregunta: QUESTION_TYPE.OPEN, respuesta: '3' },
      { type: 'input', orden: 2, name: 'Estado', tipoPregunta: QUESTION_TYPE.RADIO, opciones: options([2]) },
    ]
    const question = answered({ tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: items })
    expect(decomposeQuestion(question)).toEqual({ combined: { 1: { respuesta: '3' }, 2: { chosen: [2] } } })
    expect(shown(question)).toBe('3 · Quizás')
  })
})
