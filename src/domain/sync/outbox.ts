import { z } from 'zod'
import { answerIdSchema, mutationIdSchema, sha256Schema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'
import { mutationSchema } from './mutation.ts'
import { appliedSchema, heldSchema, mergedSchema } from './protocol.ts'

/**
 * An outbox entry: one mutation on its way to the server. What is on screen ("saved on this device", "sending 2 of 5
 * files", "needs your attention") is derived from these facts and from nothing else.
 *
 *     waiting ──claim──▶ sending ──applied, merged or held──▶ (receipt stored, entry and bytes gone)
 *        ▲                  │ retry, cut, busy
 *        └──────────────────┤
 *                           └──rejected──▶ quarantined ──a person──▶ waiting | exported | discarded
 */
export const outboxStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('waiting'),
    /** device clock, milliseconds; 0 = at once */
    notBefore: z.number(),
    /** the clock when this wait began: a clock that now shows less was set back, and the wait is over */
    since: z.number().optional(),
    /** why the last attempt failed, for the sync centre */
    problem: problemSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('sending'), since: z.number() }),
  z.strictObject({ kind: z.literal('quarantined'), problem: problemSchema, at: instantSchema }),
])

export const outboxEntrySchema = z.strictObject({
  id: mutationIdSchema,
  answer: answerIdSchema,
  mutation: mutationSchema,
  /** what its files' bytes come to, and which the server has already confirmed */
  files: z.array(z.strictObject({ sha256: sha256Schema, bytes: z.int(), confirmed: z.boolean() })),
  savedAt: instantSchema,
  /** failed attempts in a row; decides the back-off */
  attempts: z.int().min(0),
  /** true once its first byte has left: from then on the mutation may not change */
  frozen: z.boolean(),
  state: outboxStateSchema,
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

/** The device's copy of the server's word, kept for good: it outlives the entry. */
export const storedReceiptSchema = z.discriminatedUnion('status', [appliedSchema, mergedSchema, heldSchema])
export type StoredReceipt = z.infer<typeof storedReceiptSchema>
