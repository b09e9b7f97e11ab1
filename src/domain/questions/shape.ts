import type { QuestionValue } from '../answers/documents/values.ts'
import { ok, refuse, type Result } from '../kernel/index.ts'

/** Fields of a value, without its attachments. */
type AnswerField = 'respuesta' | 'chosen' | 'combined'
const ANSWER_FIELDS: readonly AnswerField[] = ['respuesta', 'chosen', 'combined']

/** Refuses a value that has fields of other question types. */
export function checkOnlyField(value: QuestionValue, allowed: AnswerField): Result<void> {
  const stranger = ANSWER_FIELDS.find((field) => field !== allowed && value[field] !== undefined)
  return stranger === undefined ? ok(undefined) : refuse('answer.wrong-value', { field: stranger })
}
