import type { QuestionValue } from '../answers/documents/values.ts'
import { ok, refuse, type Result } from '../kernel/index.ts'
import type { Question } from './codec.ts'

/** Attachment fields of a value, each with the question's flag that allows it. */
export const ATTACHMENT_FIELDS = [
  { field: 'imagen', flag: 'adjuntar' },
  { field: 'documento', flag: 'adjuntarDocumento' },
  { field: 'video', flag: 'adjuntarVideo' },
] as const
export type AttachmentField = (typeof ATTACHMENT_FIELDS)[number]['field']

/** Attachments that a question accepts. */
export function listAcceptedAttachments(
  question: Pick<Question, 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo'>,
): readonly AttachmentField[] {
  return ATTACHMENT_FIELDS.filter(({ flag }) => question[flag]).map(({ field }) => field)
}

export function checkAttachments(value: QuestionValue, question: Question): Result<void> {
  const allowed = listAcceptedAttachments(question)
  const stranger = ATTACHMENT_FIELDS.find(({ field }) => value[field] !== undefined && !allowed.includes(field))
  return stranger === undefined ? ok(undefined) : refuse('value.file-not-allowed', { field: stranger.field })
}

export function hasAttachment(value: QuestionValue): boolean {
  return ATTACHMENT_FIELDS.some(({ field }) => value[field] !== undefined)
}
