import type { QuestionValue } from '../answers/documents/values.ts'
import type { Result } from '../kernel/index.ts'
import { checkAttachments, hasAttachment } from './attachments.ts'
import type { FormatWords, Question } from './codec.ts'
import { codecFor } from './question-types.ts'

/** Plain marks where the caller has no words: exports and tests. */
const MARKS: FormatWords = { yes: 'true', no: 'false' }

/**
 * Refuses what this question cannot have as its value: wrong shape or text, unknown option, attachment that it does not
 * take. The server asks it, too.
 */
export function checkValue(question: Question, value: QuestionValue): Result<void> {
  const checked = codecFor(question).check(value, question)
  return checked.ok ? checkAttachments(value, question) : checked
}

/** Whether the question has an answer (blank text is none) or an attachment. Progress counts this. */
export function isAnswered(question: Question, value: QuestionValue | undefined): boolean {
  return value !== undefined && (codecFor(question).isAnswered(value, question) || hasAttachment(value))
}

/** Whether files belong to what was answered. */
export function hasFiles(value: QuestionValue | undefined): boolean {
  return value !== undefined && hasAttachment(value)
}

/** The answer as one line of text for a person; empty when there is none. */
export function formatValue(question: Question, value: QuestionValue | undefined, words: FormatWords = MARKS): string {
  return value === undefined ? '' : codecFor(question).format(value, question, words)
}
