import type { QuestionValue } from '#domain/answers/index.ts'
import type { Answerable } from '#domain/questions/index.ts'

/** Props of every control. A control shows one value and reports changes; it does not know its place in the form. */
export type ControlProps = {
  readonly question: Answerable
  readonly value: QuestionValue
  /** id of the element that takes the focus */
  readonly id: string
  /** id of the label, for groups that a <label> cannot name */
  readonly labelledBy: string
  /** ids of hints and errors */
  readonly describedBy: string | undefined
  readonly required: boolean
  readonly invalid: boolean
  /** language of translated option texts */
  readonly language: string
  readonly onChange: (value: QuestionValue) => void
}

/** Replaces text, choices and inputs of a value, and keeps its attachments. @param answer empty to clear them */
export function withAnswerValue(
  value: QuestionValue,
  answer: Pick<QuestionValue, 'respuesta' | 'chosen' | 'combined'>,
): QuestionValue {
  const { respuesta: _, chosen: __, combined: ___, ...attachments } = value
  return { ...attachments, ...answer }
}

export function withText(value: QuestionValue, text: string): QuestionValue {
  return withAnswerValue(value, text === '' ? {} : { respuesta: text })
}
export function withChosenOptions(value: QuestionValue, chosen: readonly number[]): QuestionValue {
  return withAnswerValue(value, chosen.length === 0 ? {} : { chosen: chosen.toSorted((a, b) => a - b) })
}
