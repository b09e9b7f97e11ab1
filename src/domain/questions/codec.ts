import type { QuestionValue } from '../answers/documents/values.ts'
import type { CombinedInput, DataType, Option, Question, QuestionType } from './documents.ts'
import type { Result } from '../kernel/index.ts'

/** Question, or input of a combined question. */
export type Answerable = Question | CombinedInput

/** Texts for formatting values; passed in, because the domain is language-independent. */
export type FormatTexts = {
  readonly yes: string
  readonly no: string
  /** the reader's language: determines the decimal separator and which translated option texts are used */
  readonly language?: string | undefined
}

/** Codec of an open question's data type: kind of content, parsing and formatting. */
export type DataCodec = {
  /** kind of content, for counting, exports and display; `none`: headings and links, which accept no text */
  readonly holds: 'text' | 'number' | 'date' | 'time' | 'none'
  /** Converts typed text to canonical `respuesta`. Empty text means unanswered and is never refused. */
  readonly parse: (typed: string) => Result<string>
  /** Formats canonical `respuesta` for readers of a language. Other text is returned unchanged. */
  readonly format: (canonical: string, language?: string) => string
  /** Refuses values that `parse` could not produce. Used by the server, which does not trust devices. */
  readonly check: (canonical: string) => Result<void>
}

/** Codec of a question type. */
export type QuestionCodec = {
  /** Refuses a wrong shape, unknown options and texts that are too long. Does not check attachments. */
  readonly check: (value: QuestionValue, question: Answerable) => Result<void>
  /** Checks whether a value answers the question; ignores attachments. */
  readonly isAnswered: (value: QuestionValue, question: Answerable) => boolean
  /** Formats a value in one line; empty if it does not answer the question. */
  readonly format: (value: QuestionValue, question: Answerable, texts: FormatTexts) => string
}

export type { CombinedInput, DataType, Option, Question, QuestionType }
