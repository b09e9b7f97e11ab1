import type { AnswerId, Instant } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import { readSendingClaims } from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { runRead, type Local } from './local.ts'

// Separate from outbox.ts: every screen shows the number of waiting entries, and must not load the sending code for
// that.

/** Returns every entry in order, for the sync centre. */
export async function listOutbox(local: Local): Promise<readonly OutboxEntry[]> {
  return runRead(local, ['outbox', 'claims'], async (database) => {
    const [rows, claims] = await Promise.all([database.outbox.orderBy('order').toArray(), readSendingClaims(database)])
    return rows.map((row) => claims.shown(row).entry)
  })
}

/** Returns the answers with unsent work. Inside a transaction over the outbox. */
export async function listUnsentAnswers(database: RelevoDatabase): Promise<ReadonlySet<AnswerId>> {
  const keys = await database.outbox.orderBy('answer').uniqueKeys()
  return new Set(keys as AnswerId[])
}

export type OutboxSummary = {
  readonly waiting: number
  readonly sending: number
  readonly quarantined: number
  /** time at which the oldest entry was saved */
  readonly oldest: Instant | null
  /** server time minus device time that was known when the oldest entry was saved, milliseconds */
  readonly oldestOffset: number | null
  /** bytes of the files of all entries, including sent files and quarantined entries */
  readonly bytes: number
}

/** Counts by index, without reading all entries, so that it is cheap enough to run after every change. */
export function readOutboxSummary(local: Local): Promise<OutboxSummary> {
  return runRead(local, ['outbox', 'claims', 'needs'], async (database) => {
    const count = (state: OutboxRow['state']): PromiseLike<number> => queryOutboxByState(database, state).count()
    const [unsent, { entries }, aside, first, needs] = await Promise.all([
      count('waiting'),
      readSendingClaims(database),
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

/** Queries the rows of one state in order. Rows that are being sent have the state "waiting". */
export function queryOutboxByState(database: RelevoDatabase, state: OutboxRow['state']) {
  return database.outbox.where('[state+order]').between([state, 0], [state, Number.MAX_SAFE_INTEGER])
}
