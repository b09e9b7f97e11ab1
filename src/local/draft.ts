import type { AnswerDetails, AnswerDetailsLike, ConflictResolution } from '#domain/corrections/index.ts'
import type { Address, AnswerId, Instant, MutationId, TemplateId } from '#domain/kernel/index.ts'
import type { AnswerValues } from '#domain/answers/index.ts'
import type { AnswerHeader, GivenSignature } from '#domain/answering/index.ts'

/** Part of a draft that changes an answer on the server. */
export type DraftedChange = {
  readonly kind: 'answer.edit' | 'answer.correct' | 'answer.revise'
  /** created when the draft began, so that a draft opened twice sends one change */
  readonly mutation: MutationId
  /** version of the answer that the author saw when the draft began */
  readonly base: number
  /** `lastUpdate` of the version `base`; missing in drafts of earlier apps */
  readonly baseAt?: Instant | undefined
  /** values of the version `base`: the change is the difference from them */
  readonly seen: {
    readonly content: AnswerValues
    readonly state?: number | undefined
  } & Pick<AnswerDetails, 'location'> &
    AnswerDetailsLike
  /** open conflicts that this change resolves */
  readonly decides: readonly ConflictResolution[]
  /** reason for the correction, as typed so far */
  readonly reason?: string | undefined
}

/** An answer that the user is writing. Its id becomes the answer's id, so its reference is fixed from the start. */
export type Draft = {
  readonly id: AnswerId
  readonly template: TemplateId
  readonly version: number
  readonly header: AnswerHeader
  readonly content: AnswerValues
  /** signatures with a name and no image yet: an answer cannot store them, a draft must keep them */
  readonly signing?: readonly Omit<GivenSignature, 'image'>[]
  /** indices of signatures whose names were prefilled: another person may sign the next time */
  readonly filled?: readonly number[]
  /** the current question, at which the draft reopens */
  readonly at?: Address
  /** missing for a new answer */
  readonly change?: DraftedChange
  /** the draft was a saved answer that its author took back before it was sent */
  readonly takenBack?: true | undefined
  readonly startedAt: Instant
  readonly updatedAt: Instant
}
