import type { AnswerId, Instant } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import { readClaims } from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { reading, type Local } from './local.ts'

// Apart from the rest of the outbox: every screen shows how much waits, and none fetches how it is sent for that.

/** Every entry in order, for the sync centre. */
export async function listOutbox(local: Local): Promise<readonly OutboxEntry[]> {
  return reading(local, ['outbox', 'claims'], async (database) => {
    const [rows, claims] = await Promise.all([database.outbox.orderBy('order').toArray(), readClaims(database)])
    return rows.map((row) => claims.shown(row).entry)
  })
}

/** Inside a transaction over the outbox: answers with unsent work. */
export async function unsentAnswers(database: RelevoDatabase): Promise<ReadonlySet<AnswerId>> {
  const keys = await database.outbox.orderBy('answer').uniqueKeys()
  return new Set(keys as AnswerId[])
}

export type OutboxSummary = {
  readonly waiting: number
  readonly sending: number
  readonly quarantined: number
  /** when the oldest entry was saved */
  readonly oldest: Instant | null
  /** server time minus device time, as far as it was known then; milliseconds */
  readonly oldestOffset: number | null
  /** bytes of the files that wait here */
  readonly bytes: number
}

/** Counts from the indexes, without reading the entries: cheap enough to be asked after every change. */
export function outboxSummary(local: Local): Promise<OutboxSummary> {
  return reading(local, ['outbox', 'claims', 'needs'], async (database) => {
    const count = (state: OutboxRow['state']): PromiseLike<number> => inState(database, state).count()
    const [unsent, { entries }, aside, first, needs] = await Promise.all([
      count('waiting'),
      readClaims(database),
      count('quarantined'),
      database.outbox.orderBy('order').first(),
      database.needs.where('owner').startsWith('outbox:').toArray(),
    ])
    const bytes = needs.reduce((sum, need) => sum + need.bytes, 0)
    const [waiting, sending] = [unsent - entries.size, entries.size]
    return {
      waiting,
      sending,
      quarantined: aside,
      oldest: first?.entry.savedAt ?? null,
      oldestOffset: first?.entry.mutation.offset ?? null,
      bytes,
    }
  })
}

/** The rows of one state, in their order; those under way are among the waiting. */
export function inState(database: RelevoDatabase, state: OutboxRow['state']) {
  return database.outbox.where('[state+order]').between([state, 0], [state, Number.MAX_SAFE_INTEGER])
}
