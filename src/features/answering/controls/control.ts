import type { QuestionValue } from '#domain/answers/index.ts'
import type { Answerable } from '#domain/questions/index.ts'

/** What every control gets. It shows one value and says when a person changed it; where it stands it does not know. */
export type ControlProps = {
  readonly asked: Answerable
  readonly value: QuestionValue
  /** id of the element that takes the focus */
  readonly id: string
  /** id of the element that names the control, for groups that no <label> can name */
  readonly labelledBy: string
  /** ids of notes and errors */
  readonly describedBy: string | undefined
  readonly required: boolean
  readonly invalid: boolean
  /** language of alternative option texts */
  readonly language: string
  readonly onChange: (value: QuestionValue) => void
}

/** The value with another answer, its attachments untouched. An empty answer is no field at all. */
export function withAnswer(
  value: QuestionValue,
  answer: Pick<QuestionValue, 'respuesta' | 'chosen' | 'combined'>,
): QuestionValue {
  const { respuesta: _, chosen: __, combined: ___, ...attachments } = value
  return { ...attachments, ...answer }
}

export function withText(value: QuestionValue, text: string): QuestionValue {
  return withAnswer(value, text === '' ? {} : { respuesta: text })
}
export function withChosen(value: QuestionValue, chosen: readonly number[]): QuestionValue {
  return withAnswer(value, chosen.length === 0 ? {} : { chosen: chosen.toSorted((a, b) => a - b) })
}
