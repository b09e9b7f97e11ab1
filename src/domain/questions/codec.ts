import type { QuestionValue } from '../answers/documents/values.ts'
import type { CombinedInput, DataType, Option, Question, QuestionType } from './documents.ts'
import type { Result } from '../kernel/index.ts'

/** Question, or input of a combined question. */
export type Answerable = Question | CombinedInput

/** Words for formatting values, passed in because the domain is language-independent. */
export type FormatTexts = {
  readonly yes: string
  readonly no: string
  /** language of the reader: decides decimal separators and which alternative option texts are preferred */
  readonly language?: string | undefined
}

/** Codec of an open question's data type: kind of content, parsing and formatting. */
export type DataCodec = {
  /** kind of content for counting, exports, publishing and display; `none`: headings and links accept no text */
  readonly holds: 'text' | 'number' | 'date' | 'time' | 'none'
  /** Converts typed text to canonical `respuesta`. Empty text means unanswered and is never refused. */
  readonly parse: (typed: string) => Result<string>
  /** Formats canonical `respuesta` for readers of a language. Other text is returned unchanged. */
  readonly format: (canonical: string, language?: string) => string
  /** Refuses values that `parse` could not produce; used by the server, which does not trust devices. */
  readonly check: (canonical: string) => Result<void>
}

/** Codec of a question type. */
export type QuestionCodec = {
  /** Refuses a wrong shape, unknown options and too long text. Attachments are not checked. */
  readonly check: (value: QuestionValue, question: Answerable) => Result<void>
  /** Checks for an answer, without attachments. */
  readonly isAnswered: (value: QuestionValue, question: Answerable) => boolean
  /** Formats the answer in one line; empty when there is none. */
  readonly format: (value: QuestionValue, question: Answerable, texts: FormatTexts) => string
}

export type { CombinedInput, DataType, Option, Question, QuestionType }
