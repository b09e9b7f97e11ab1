import { z } from 'zod'
import { answerIdSchema, mutationIdSchema, sha256Schema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'
import { mutationSchema } from './mutation.ts'
import { appliedSchema, heldSchema, mergedSchema } from './protocol.ts'

/**
 * Outbox entry: one mutation on its way to the server. Screens show states derived only from these facts.
 *
 * Transitions:
 * - waiting → sending: claimed
 * - sending → waiting: retry, interrupted or busy
 * - sending → receipt stored, entry and bytes deleted: applied, merged or held
 * - sending → quarantined: rejected
 * - quarantined → waiting, exported or discarded: decided by a user
 */
export const outboxStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('waiting'),
    /** device clock, milliseconds; 0 = at once */
    notBefore: z.number(),
    /** start of this wait; if the clock is now earlier, it was set back and the wait is over */
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
  /** sizes of its files, and whether the server has confirmed them */
  files: z.array(z.strictObject({ sha256: sha256Schema, bytes: z.int(), confirmed: z.boolean() })),
  savedAt: instantSchema,
  /** consecutive failed attempts; determines the back-off */
  attempts: z.int().min(0),
  /** true once sending has started: the mutation may no longer change */
  frozen: z.boolean(),
  state: outboxStateSchema,
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

/** Device's copy of the server's result; kept forever, also after the entry is deleted. */
export const storedReceiptSchema = z.discriminatedUnion('status', [appliedSchema, mergedSchema, heldSchema])
export type StoredReceipt = z.infer<typeof storedReceiptSchema>
