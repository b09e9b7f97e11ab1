import type { Particulars, ParticularsLike, Resolution } from '#domain/corrections/index.ts'
import type { Address, AnswerId, Instant, MutationId, TemplateId } from '#domain/kernel/index.ts'
import type { AnswerValues } from '#domain/answers/index.ts'
import type { AnswerHeader, Signed } from '#domain/answering/index.ts'

/** Of a draft that changes an answer which the server has. */
export type DraftedChange = {
  readonly kind: 'answer.edit' | 'answer.correct' | 'answer.revise'
  /** made when it was begun, so that a draft opened twice sends one change */
  readonly mutation: MutationId
  /** version of the answer that its author saw */
  readonly base: number
  /** what stood there then: the change is what differs from it */
  readonly seen: {
    readonly content: AnswerValues
    readonly state?: number | undefined
  } & Pick<Particulars, 'location'> &
    ParticularsLike
  /** open conflicts that it decides */
  readonly decides: readonly Resolution[]
  /** why it is corrected, as far as its author has said */
  readonly reason?: string | undefined
}

/** An answer that is being written. Its id is the answer's own, so that its reference stands from the first second. */
export type Draft = {
  readonly id: AnswerId
  readonly template: TemplateId
  readonly version: number
  readonly header: AnswerHeader
  readonly content: AnswerValues
  /** signatures with a name and no image yet: an answer cannot carry them, a draft must not lose them */
  readonly signing?: readonly Omit<Signed, 'image'>[]
  /** indices of the signatures whose names came by themselves: who signs again may be called otherwise */
  readonly filled?: readonly number[]
  /** the question where the person is, to open there again */
  readonly at?: Address
  /** missing: a new answer */
  readonly change?: DraftedChange
  readonly startedAt: Instant
  readonly updatedAt: Instant
}
