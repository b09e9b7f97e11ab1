import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { QuestionValue } from '../answers/documents/values.ts'
import {
  DATA_TYPE,
  type Question,
  QUESTION_TYPE,
  questionSchema,
  checkValue,
  formatValue,
  isAnswered,
  isComplete,
} from './index.ts'

type Input = Partial<z.input<typeof questionSchema>>
const IMAGE = 'a'.repeat(64) as NonNullable<QuestionValue['imagen']>
const opciones = ['Red', 'Green', 'Blue'].map((texto, index) => ({ orden: index + 1, texto }))

function questionOf(input: Input): Question {
  return questionSchema.parse({ orden: 0, titulo: 'Which?', tipoPregunta: QUESTION_TYPE.OPEN, ...input })
}
function problemOf(question: Question, value: QuestionValue): string {
  const checked = checkValue(question, value)
  return checked.ok ? 'ok' : checked.problem.code
}

const text = questionOf({})
const select = questionOf({ tipoPregunta: QUESTION_TYPE.SELECT, opciones })
const radio = questionOf({ tipoPregunta: QUESTION_TYPE.RADIO, opciones })
const yesNo = questionOf({ tipoPregunta: QUESTION_TYPE.BOOLEAN })
const combined = questionOf({
  tipoPregunta: QUESTION_TYPE.COMBINED,
  combinedQuestions: [
    { type: 'text', orden: 0, content: 'The shop has' },
    {
      type: 'input',
      orden: 1,
      name: 'doors',
      tipoPregunta: QUESTION_TYPE.OPEN,
      tipoDato: DATA_TYPE.NUMBER,
      required: true,
    },
    { type: 'break', orden: 2 },
    { type: 'input', orden: 3, name: 'colour', tipoPregunta: QUESTION_TYPE.RADIO, opciones },
  ],
})

describe('checking a value', () => {
  it.each<readonly [string, Question, QuestionValue, string]>([
    ['text', text, { respuesta: 'x' }, 'ok'],
    ['yes/no as text', text, { respuesta: true }, 'answer.wrong-value'],
    ['options on a text', text, { chosen: [1] }, 'answer.wrong-value'],
    ['an image nobody asked for', text, { imagen: IMAGE }, 'value.file-not-allowed'],
    ['an image that is asked for', questionOf({ adjuntar: true }), { imagen: IMAGE }, 'ok'],
    ['two of three', select, { chosen: [1, 3] }, 'ok'],
    ['an unknown option', select, { chosen: [1, 4] }, 'value.option-unknown'],
    ['the same option twice', select, { chosen: [1, 1] }, 'answer.wrong-value'],
    ['options out of order', select, { chosen: [3, 1] }, 'answer.wrong-value'],
    ['text on a choice', select, { respuesta: 'Red' }, 'answer.wrong-value'],
    ['one of three', radio, { chosen: [2] }, 'ok'],
    ['two of a single choice', radio, { chosen: [1, 2] }, 'value.single-option-only'],
    ['no', yesNo, { respuesta: false }, 'ok'],
    ['"no" in words', yesNo, { respuesta: 'no' }, 'answer.wrong-value'],
    ['inputs', combined, { combined: { 1: { respuesta: '2' }, 3: { chosen: [1] } } }, 'ok'],
    ['an input of the wrong kind', combined, { combined: { 1: { respuesta: 'two' } } }, 'value.integer'],
    ['a value for fixed text', combined, { combined: { 0: { respuesta: 'x' } } }, 'answer.unknown-address'],
    ['text beside the inputs', combined, { respuesta: 'x' }, 'answer.wrong-value'],
  ])('%s', (_name, question, value, expected) => {
    expect(problemOf(question, value)).toBe(expected)
  })
})

describe('being answered', () => {
  it.each<readonly [string, Question, QuestionValue | undefined, boolean]>([
    ['nothing', text, undefined, false],
    ['blank text', text, { respuesta: ' \n' }, false],
    ['text', text, { respuesta: 'x' }, true],
    ['an attachment alone', questionOf({ adjuntar: true }), { imagen: IMAGE }, true],
    ['text under a heading', questionOf({ tipoDato: DATA_TYPE.TITLE }), { respuesta: 'x' }, false],
    ['no option', select, { chosen: [] }, false],
    ['"no"', yesNo, { respuesta: false }, true],
    ['one of the inputs', combined, { combined: { 3: { chosen: [1] } } }, true],
    ['only blank inputs', combined, { combined: { 1: { respuesta: '' } } }, false],
  ])('%s', (_name, question, value, expected) => {
    expect(isAnswered(question, value)).toBe(expected)
  })
})

describe('being complete', () => {
  const required = questionOf({ required: true })
  const withImage = questionOf({ required: true, adjuntar: true })
  it.each<readonly [string, Question, QuestionValue | undefined, boolean]>([
    ['optional and empty', text, undefined, true],
    ['required and empty', required, undefined, false],
    ['required and blank', required, { respuesta: '  ' }, false],
    ['required and answered', required, { respuesta: 'x' }, true],
    ['an attachment is asked for, only text is there', withImage, { respuesta: 'x' }, false],
    ['an attachment is asked for and there', withImage, { imagen: IMAGE }, true],
    [
      'a required heading has nothing to ask',
      questionOf({ required: true, tipoDato: DATA_TYPE.TITLE }),
      undefined,
      true,
    ],
    [
      'a required heading with an attachment',
      questionOf({ required: true, adjuntar: true, tipoDato: DATA_TYPE.TITLE }),
      undefined,
      false,
    ],
    ['a required input of an optional block', combined, undefined, false],
    ['all required inputs', combined, { combined: { 1: { respuesta: '2' } } }, true],
  ])('%s', (_name, question, value, expected) => {
    expect(isComplete(question, value)).toBe(expected)
  })
})

describe('writing a value for a person', () => {
  const words = { yes: 'Sí', no: 'No' }
  it.each<readonly [string, Question, QuestionValue | undefined, string]>([
    ['nothing', text, undefined, ''],
    ['a date', questionOf({ tipoDato: DATA_TYPE.DATE }), { respuesta: '2026-11-21' }, '21/11/2026'],
    ['a decimal', questionOf({ tipoDato: DATA_TYPE.DECIMAL }), { respuesta: '12,5' }, '12,5'],
    ['options', select, { chosen: [1, 3] }, 'Red, Blue'],
    ['no', yesNo, { respuesta: false }, 'No'],
    ['a block', combined, { combined: { 1: { respuesta: '2' }, 3: { chosen: [2] } } }, '2 · Green'],
  ])('%s', (_name, question, value, expected) => {
    expect(formatValue(question, value, words)).toBe(expected)
  })

  it.each([
    ['en', '12.5'],
    ['en-GB', '12.5'],
    ['es', '12,5'],
    ['gl', '12,5'],
  ])('writes a decimal for readers of %s', (language, expected) => {
    const decimal = questionOf({ tipoDato: DATA_TYPE.DECIMAL })
    expect(formatValue(decimal, { respuesta: '12,5' }, { ...words, language })).toBe(expected)
  })

  it('prefers the alternative text of the reader’s language', () => {
    const question = questionOf({
      tipoPregunta: QUESTION_TYPE.RADIO,
      opciones: [{ orden: 0, texto: 'Rojo', textoAlternativeLanguage_gl: 'Vermello' }],
    })
    expect(formatValue(question, { chosen: [0] }, { ...words, language: 'gl' })).toBe('Vermello')
    expect(formatValue(question, { chosen: [0] }, { ...words, language: 'ca' })).toBe('Rojo')
  })
})
