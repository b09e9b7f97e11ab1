import type { QuestionValue } from '../answers/documents/values.ts'
import type { Result } from '../kernel/index.ts'
import { checkAttachments, hasAttachment } from './attachments.ts'
import type { FormatTexts, Question } from './codec.ts'
import { codecFor } from './question-types.ts'

/** Words for callers without a language: exports and tests. */
const MARKS: FormatTexts = { yes: 'true', no: 'false' }

/**
 * Refuses values that are invalid for a question: wrong shape or text, unknown option, attachment not accepted. Also
 * used by the server.
 */
export function checkValue(question: Question, value: QuestionValue): Result<void> {
  const checked = codecFor(question).check(value, question)
  return checked.ok ? checkAttachments(value, question) : checked
}

/** Checks for an answer (blank text is none) or an attachment, as counted by progress. */
export function isAnswered(question: Question, value: QuestionValue | undefined): boolean {
  return value !== undefined && (codecFor(question).isAnswered(value, question) || hasAttachment(value))
}

/** Checks whether a value has attachments. */
export function hasFiles(value: QuestionValue | undefined): boolean {
  return value !== undefined && hasAttachment(value)
}

/** Formats an answer in one line; empty when there is none. */
export function formatValue(question: Question, value: QuestionValue | undefined, texts: FormatTexts = MARKS): string {
  return value === undefined ? '' : codecFor(question).format(value, question, texts)
}
