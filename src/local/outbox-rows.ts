import type { MutationId } from '#domain/kernel/index.ts'
import { releaseEntry, type OutboxEntry } from '#domain/sync/index.ts'
import { endSendingClaims, readSendingClaims } from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'

/**
 * Maximum ids looked up one by one. More rows are read as one range, because a cursor that jumps between ids is several
 * times slower.
 */
const MAX_SINGLE_LOOKUPS = 10

export async function readOutboxRows(
  database: RelevoDatabase,
  ids: readonly MutationId[],
): Promise<readonly OutboxRow[]> {
  if (ids.length === 0) return []
  if (ids.length > MAX_SINGLE_LOOKUPS) {
    const { byId } = await readSendingClaims(database)
    const orders = ids.flatMap((id) => byId.get(id)?.order ?? [])
    if (orders.length === ids.length) {
      const requestedMutationIds = new Set(ids)
      const rows = await database.outbox
        .where('order')
        .between(Math.min(...orders), Math.max(...orders), true, true)
        .toArray()
      return rows.filter(({ id }) => requestedMutationIds.has(id))
    }
  }
  return database.outbox.where('id').anyOf(ids).toArray()
}

export async function putEntries(database: RelevoDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  const changed = new Map(entries.map((entry) => [entry.id, entry]))
  const rows = await readOutboxRows(database, [...changed.keys()])
  await database.outbox.bulkPut(rows.map((row) => withEntry(row, changed.get(row.id) ?? row.entry)))
  await endSendingClaims(database, new Set(rows.map(({ order }) => order)))
}

/** Sets the entry of a row. Replaces the state "sending", which only `claims` records. */
export function withEntry(row: OutboxRow, entry: OutboxEntry): OutboxRow {
  const releasedEntry = releaseEntry(entry)
  return { ...row, state: releasedEntry.state.kind, entry: releasedEntry }
}
