import { type CombinedInput, type Question, QUESTION_TYPE } from '../questions/documents.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { toHeadingText } from '../kernel/headings.ts'
import { checkValue } from '../questions/question-value.ts'
import { isReused, isTextOrNumberQuestion } from '../questions/comes-back.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import type { PlacedQuestion } from './walk.ts'

type QuestionOrInput = Question | CombinedInput
type Value = QuestionValue

/**
 * Returns the earlier value of a question if it can be reused at a place, or null. Attachments are never reused.
 * @param past the question's place in the earlier answer or row
 */
export function findReusableValue(
  place: PlacedQuestion,
  past: PlacedQuestion | undefined,
  value: Value | undefined,
): Value | null {
  if (past === undefined || value === undefined || !isReused(place.question)) return null
  if (toHeadingText(place.condition?.condition ?? '') !== toHeadingText(past.condition?.condition ?? '')) return null
  const { question } = place
  const before = past.question
  if (toHeadingText(question.titulo) !== toHeadingText(before.titulo) || question.tipoPregunta !== before.tipoPregunta)
    return null
  const secondValue =
    question.tipoPregunta === QUESTION_TYPE.COMBINED
      ? reuseCombined(question, before, value)
      : reuseInput(question, before, value)
  return secondValue !== null && checkValue(question, secondValue).ok ? secondValue : null
}

/** Checks whether a value has a part other than attachments. */
export function hasTypedValue(value: Value | undefined): boolean {
  return value?.respuesta !== undefined || value?.chosen !== undefined || value?.combined !== undefined
}

/**
 * Reuses the inputs of a combined question. If the form's author did not set `seRepite`, only inputs for text or
 * numbers are reused.
 */
function reuseCombined(question: Question, before: Question, value: Value): Value | null {
  const inputs = listCombinedInputs(question).flatMap((input) => {
    if (question.seRepite === undefined && !isTextOrNumberQuestion(input)) return []
    const past = listCombinedInputs(before).find(({ orden }) => orden === input.orden)
    const givenValue = value.combined?.[String(input.orden)]
    if (past === undefined || givenValue === undefined || toHeadingText(past.name) !== toHeadingText(input.name))
      return []
    const secondValue = past.tipoPregunta === input.tipoPregunta ? reuseInput(input, past, givenValue) : null
    return secondValue === null ? [] : [[String(input.orden), secondValue] as const]
  })
  return inputs.length === 0 ? null : { combined: Object.fromEntries(inputs) }
}

function reuseInput(
  questionOrInput: QuestionOrInput,
  before: QuestionOrInput,
  { respuesta, chosen }: Value,
): Value | null {
  switch (questionOrInput.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
      return respuesta !== undefined && questionOrInput.tipoDato === before.tipoDato ? { respuesta } : null
    case QUESTION_TYPE.BOOLEAN:
      return respuesta === undefined ? null : { respuesta }
    case QUESTION_TYPE.SELECT:
    case QUESTION_TYPE.RADIO: {
      const texts = before.opciones.filter(({ orden }) => chosen?.includes(orden) === true).map(({ texto }) => texto)
      const again = questionOrInput.opciones.filter(({ texto }) => texts.includes(texto)).map(({ orden }) => orden)
      // A selection is reused only as a whole, because a part of it would be a different value.
      return again.length === 0 || again.length !== texts.length ? null : { chosen: again.toSorted((a, b) => a - b) }
    }
    case QUESTION_TYPE.COMBINED:
      return null
  }
}
