import { z } from 'zod'
import { answerIdSchema, mutationIdSchema, sha256Schema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'
import { mutationSchema } from './mutation.ts'
import { appliedResultSchema, heldPushResultSchema, mergedResultSchema } from './protocol.ts'

/**
 * State of an outbox entry, which is one mutation to be sent to the server. Screens show only states derived from this.
 *
 * Transitions:
 * - waiting → sending: claimed by a runner
 * - sending → waiting: retry, interrupted or busy
 * - sending → receipt stored, entry and files deleted: applied, merged or held
 * - sending → quarantined: rejected, or the receipt lacks a file
 * - quarantined → waiting, exported or discarded: decided by the user
 */
export const outboxStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('waiting'),
    /** time before which the entry is not sent: device clock, milliseconds; 0: at once */
    notBefore: z.number(),
    /** start of this wait; if the clock shows an earlier time now, it was set back, and the wait is over */
    since: z.number().optional(),
    /** problem of the last attempt, for the sync centre */
    problem: problemSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('sending'), since: z.number() }),
  z.strictObject({ kind: z.literal('quarantined'), problem: problemSchema, at: instantSchema }),
])

export const outboxEntrySchema = z.strictObject({
  id: mutationIdSchema,
  answer: answerIdSchema,
  mutation: mutationSchema,
  /** sizes of the entry's files, and whether the server has confirmed each */
  files: z.array(z.strictObject({ sha256: sha256Schema, bytes: z.int(), confirmed: z.boolean() })),
  savedAt: instantSchema,
  /** number of consecutive failed attempts; determines the back-off */
  attempts: z.int().min(0),
  /** true since sending was first started: the mutation must no longer change */
  frozen: z.boolean(),
  state: outboxStateSchema,
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

/**
 * The device's copy of the server's result; kept after the entry is deleted, unless a restored server lacks the
 * mutation.
 */
export const storedReceiptSchema = z.discriminatedUnion('status', [
  appliedResultSchema,
  mergedResultSchema,
  heldPushResultSchema,
])
export type StoredReceipt = z.infer<typeof storedReceiptSchema>
