import type { Address, AnswerId, Instant, TemplateId } from '#domain/kernel/index.ts'
import type { AnswerValues, AnswerHeader, Signed } from '#domain/answering/index.ts'

/** An answer that is being written. Its id is the answer's own, so that its reference stands from the first second. */
export type Draft = {
  readonly id: AnswerId
  readonly template: TemplateId
  readonly version: number
  readonly header: AnswerHeader
  readonly content: AnswerValues
  /** signatures whose names are given and whose image is not there yet: an answer cannot carry them, a draft must not lose them */
  readonly signing?: readonly Omit<Signed, 'image'>[]
  /** the question where the person is, to open there again */
  readonly at?: Address
  readonly startedAt: Instant
  readonly updatedAt: Instant
}
