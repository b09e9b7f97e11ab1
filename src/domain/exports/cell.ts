import { listChosenOptions, findOptionText } from '../questions/options.ts'
import { getDataCodec } from '../questions/data-types.ts'
import { formatValue } from '../questions/question-value.ts'
import { getInputCodec } from '../questions/question-types/input.ts'
import type { Answerable } from '../questions/codec.ts'
import { DATA_TYPE, QUESTION_TYPE, type CombinedInput, type Question } from '../questions/documents.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { joinChoices } from './choices.ts'

/** Table cell: empty, text, number, or a calendar day (`YYYY-MM-DD`) or minute (`YYYY-MM-DDTHH:mm`). */
export type Cell = null | string | number | { readonly at: string }

/** Words for yes and no. */
export type YesNoTexts = { readonly yes: string; readonly no: string }

/**
 * Whole number that a spreadsheet keeps exactly. Numbers with leading zeros stay text, because the zeros are
 * significant in meter readings and house numbers.
 */
const NUMBER = /^(?:0|-?[1-9]\d{0,14})$/
const DECIMAL = /^-?(?:0|[1-9]\d{0,12})(?:,\d{1,2})?$/
/**
 * Days that spreadsheets support: from March 1900. They do not support days before 1900, and miscount January and
 * February 1900.
 */
const DAY = /^(?:19(?!00-0[12])|[2-9]\d)\d{2}-\d{2}-\d{2}$/

/** Value of a question, without attachments. */
export function formatQuestionCell(question: Question, value: QuestionValue | undefined, yesNo: YesNoTexts): Cell {
  if (value === undefined) return null
  return toTypedCell(question, value, () => formatValue(question, value, yesNo))
}

/** Value of a combined question's field. */
export function formatInputCell(input: CombinedInput, value: QuestionValue | undefined, yesNo: YesNoTexts): Cell {
  const inner = value?.combined?.[String(input.orden)]
  if (inner === undefined) return null
  return toTypedCell(input, inner, () => getInputCodec(input).format(inner, input, yesNo))
}

/** Checks whether a spreadsheet shows the values of a question as days. */
export function isShownAsDay(question: Pick<Answerable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return question.tipoPregunta === QUESTION_TYPE.OPEN && getDataCodec(question).holds === 'date'
}

function toTypedCell(question: Answerable, value: QuestionValue, text: () => string): Cell {
  const { respuesta } = value
  if (question.tipoPregunta === QUESTION_TYPE.OPEN && typeof respuesta === 'string') {
    const { holds } = getDataCodec(question)
    const number = question.tipoDato === DATA_TYPE.DECIMAL ? DECIMAL : NUMBER
    if (holds === 'number' && number.test(respuesta)) return Number(respuesta.replace(',', '.'))
    if (holds === 'date' && DAY.test(respuesta)) return { at: respuesta }
  }
  const isSeveral = question.tipoPregunta === QUESTION_TYPE.SELECT
  const written = isSeveral
    ? joinChoices(listChosenOptions(value, question).map((option) => findOptionText(option, undefined)))
    : text()
  return written === '' ? null : written
}
