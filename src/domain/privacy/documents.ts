import { z } from 'zod'
import type { Answer } from '../answers/documents/answer.ts'
import { answerIdSchema, type AnswerId } from '../kernel/ids.ts'
import { instantSchema, type Instant } from '../kernel/instant.ts'
import type { AreaPath, MunicipalityPath } from '../kernel/paths.ts'
import type { Author } from '../kernel/author.ts'
import type { PaymentOrder } from '../payments/documents/order.ts'
import { boundedList, type DeepReadonly } from '../kernel/building-blocks.ts'

/**
 * `erased/{answerId}`: record that an answer's data was erased. Kept forever and without personal data. It tells
 * devices which copies to delete, and after restoring a backup which answers to erase again.
 */
export const erasedAnswerSchema = z.object({
  id: answerIdSchema.describe('id of the answer'),
  at: instantSchema.describe('when it was erased'),
  reach: boundedList(z.string().max(300), 3).describe(
    'devices to notify: of the municipality, of the author, or all (*)',
  ),
})
export type ErasedAnswer = DeepReadonly<z.infer<typeof erasedAnswerSchema>>

/** Search key of every erased answer, for administrators of all municipalities. */
export const ALL_ERASED_KEY = '*'

/** Returns the document that records an erasure. */
export function buildErasedAnswer(
  id: AnswerId,
  { municipality, author }: { readonly municipality: MunicipalityPath; readonly author: Author | undefined },
  at: Instant,
): ErasedAnswer {
  return { id, at, reach: [municipality, ...(author === undefined ? [] : [author]), ALL_ERASED_KEY] }
}

/** Ways in which a record may name a person (`matchPersonInAnswer`). */
export const PERSON_MATCH_KINDS = ['citizen', 'payer', 'content'] as const
export type PersonMatchKind = (typeof PERSON_MATCH_KINDS)[number]

export const PERSON_RECORD_KINDS = ['answer', 'deleted', 'held', 'order'] as const

/** Everything that is stored under the id of one answer. Kind `order`: only its payment is left. */
export type PersonRecord = {
  readonly id: AnswerId
  readonly kind: (typeof PERSON_RECORD_KINDS)[number]
  readonly as: PersonMatchKind
  /** areas and author, which decide who may administer it */
  readonly areas: Answer['areas']
  readonly authorId: Answer['authorId']
  readonly content: Answer | undefined
  readonly order: PaymentOrder | undefined
}

/**
 * `counters/erased~{form}~{month}`: anonymous numbers of erased answers by day of creation, area and state. Written in
 * the commit of each erasure, so that statistics still count the answers.
 */
export type ErasedCounts = {
  readonly counts: readonly {
    /** `2026-11-24`, in the municipality's time zone */
    readonly day: string
    readonly area: AreaPath
    /** name; empty without states */
    readonly state: string
    readonly answers: number
  }[]
}

/** `counters/retention~{form}`: progress of erasing the answers of a form after its retention period. */
export type RetentionProgress = {
  /** cursor of the next run; empty: from the beginning */
  readonly after: string
  /** number of erased answers that are not in the audit log yet */
  readonly unproved: number
  /**
   * time when the retention period was set or last shortened; missing for forms that were last published with an
   * earlier release
   */
  readonly since?: Instant
}
