import type { QuestionValue } from '../answers/documents/values.ts'
import { ok, refuse, type Result } from '../kernel/index.ts'
import type { Question } from './codec.ts'

/** Attachment fields of a value, each with the question's flag that allows it. */
export const ATTACHMENTS = [
  { field: 'imagen', flag: 'adjuntar' },
  { field: 'documento', flag: 'adjuntarDocumento' },
  { field: 'video', flag: 'adjuntarVideo' },
] as const
export type AttachmentField = (typeof ATTACHMENTS)[number]['field']

/** Attachments that a question accepts. */
export function acceptedAttachments(
  question: Pick<Question, 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo'>,
): readonly AttachmentField[] {
  return ATTACHMENTS.filter(({ flag }) => question[flag]).map(({ field }) => field)
}

export function checkAttachments(value: QuestionValue, question: Question): Result<void> {
  const allowed = acceptedAttachments(question)
  const stranger = ATTACHMENTS.find(({ field }) => value[field] !== undefined && !allowed.includes(field))
  return stranger === undefined ? ok(undefined) : refuse('value.file-not-allowed', { field: stranger.field })
}

export function hasAttachment(value: QuestionValue): boolean {
  return ATTACHMENTS.some(({ field }) => value[field] !== undefined)
}
