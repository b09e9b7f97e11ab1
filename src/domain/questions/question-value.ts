import type { QuestionValue } from '../answers/documents/values.ts'
import type { Result } from '../kernel/index.ts'
import { checkAttachments, hasAttachment } from './attachments.ts'
import type { FormatTexts, Question } from './codec.ts'
import { getQuestionCodec } from './question-types.ts'

/** Texts for callers that pass none, such as checks whether a value is empty. */
const MARKS: FormatTexts = { yes: 'true', no: 'false' }

/**
 * Refuses a value that is invalid for a question: wrong shape or text, unknown option, attachment that the question
 * does not accept. Also used by the server.
 */
export function checkValue(question: Question, value: QuestionValue): Result<void> {
  const checked = getQuestionCodec(question).check(value, question)
  return checked.ok ? checkAttachments(value, question) : checked
}

/** Checks whether a value is not blank or has an attachment; used for progress. */
export function isAnswered(question: Question, value: QuestionValue | undefined): boolean {
  return value !== undefined && (getQuestionCodec(question).isAnswered(value, question) || hasAttachment(value))
}

/** Checks whether a value has attachments. */
export function hasFiles(value: QuestionValue | undefined): boolean {
  return value !== undefined && hasAttachment(value)
}

/** Formats a value in one line; empty if it does not answer the question. */
export function formatValue(question: Question, value: QuestionValue | undefined, texts: FormatTexts = MARKS): string {
  return value === undefined ? '' : getQuestionCodec(question).format(value, question, texts)
}
