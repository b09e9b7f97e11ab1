import { z } from 'zod'

/** The `sync` event that the worker is asked for after each save. */
export const BACKGROUND_SYNC_TAG = 'relevo-outbox'

/** What a page says to the worker. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sync-now') }),
  z.strictObject({ kind: z.literal('skip-waiting') }),
])
export type WorkerMessage = z.infer<typeof workerMessageSchema>
