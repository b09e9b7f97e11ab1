import type { QuestionValue } from '../answers/documents/values.ts'
import type { CombinedInput, DataType, Option, Question, QuestionType } from './documents.ts'
import type { Result } from '../kernel/index.ts'

/** Something that is asked: a question, or an input inside a combined question. */
export type Answerable = Question | CombinedInput

/** How a value is written for a person. The words for yes and no come from outside: the domain speaks no language. */
export type FormatWords = {
  readonly yes: string
  readonly no: string
  /** language whose alternative option texts are preferred, for example `gl` */
  readonly language?: string | undefined
}

/** One per data type of an open question: what it holds, typed text, canonical text, text for a person. */
export type DataCodec = {
  /** what answers are to all that counts, exports, publishes or draws them; `none`: headings and links take no text */
  readonly holds: 'text' | 'number' | 'date' | 'time' | 'none'
  /** What a person typed -> canonical `respuesta`. Empty means unanswered and is never refused. */
  readonly parse: (typed: string) => Result<string>
  /** Canonical `respuesta` -> text for a person. Text that is not canonical comes back as it is. */
  readonly format: (canonical: string) => string
  /** Refuses what `parse` could not have made: for the server, which believes no device. */
  readonly check: (canonical: string) => Result<void>
}

/** One per question type. */
export type QuestionCodec = {
  /** Refuses the wrong shape, an option that is not offered, text that is too long. Attachments are not looked at. */
  readonly check: (value: QuestionValue, asked: Answerable) => Result<void>
  /** Whether a person gave an answer here; attachments are not looked at. */
  readonly isAnswered: (value: QuestionValue, asked: Answerable) => boolean
  /** The answer as one line of text; empty when there is none. */
  readonly format: (value: QuestionValue, asked: Answerable, words: FormatWords) => string
}

export type { CombinedInput, DataType, Option, Question, QuestionType }
