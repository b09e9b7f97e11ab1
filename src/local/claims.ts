import type { AnswerId, MutationId } from '#domain/kernel/index.ts'
import { claimEntry, type StoredReceipt } from '#domain/sync/index.ts'
import type { ClaimedEntry, OutboxRow, ReceivedRow, RelevoDatabase } from './database.ts'

/** Entries that a runner is sending. Each batch is one row; an entry is "sending" while a row lists it. */
export type SendingClaims = {
  /** by outbox order */
  readonly entries: ReadonlyMap<number, ClaimedEntry>
  /** by mutation id */
  readonly byId: ReadonlyMap<MutationId, ClaimedEntry>
  /** returns the row, marked as "sending" if it is being sent */
  shown(row: OutboxRow): OutboxRow
}

export async function readSendingClaims(database: RelevoDatabase): Promise<SendingClaims> {
  const rows = await database.claims.toArray()
  const entries = new Map(rows.flatMap((row) => row.entries.map((entry) => [entry.order, entry] as const)))
  const since = new Map(rows.flatMap((row) => row.entries.map(({ order }) => [order, row.since] as const)))
  return {
    entries,
    byId: new Map([...entries.values()].map((entry) => [entry.id, entry])),
    shown: (row) => {
      const at = since.get(row.order)
      return at === undefined ? row : { ...row, entry: claimEntry(row.entry, at) }
    },
  }
}

export async function addSendingClaim(
  database: RelevoDatabase,
  rows: readonly OutboxRow[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  await database.claims.add({ since: now, entries: rows.map(toClaimedEntry) })
}

/** Removes entries from the claims, because they wait again, are quarantined or were deleted. */
export async function endSendingClaims(
  database: RelevoDatabase,
  ended: { has(order: number): boolean },
): Promise<void> {
  for (const row of await database.claims.toArray()) {
    const entries = row.entries.filter(({ order }) => !ended.has(order))
    if (entries.length === row.entries.length || row.id === undefined) continue
    if (entries.length === 0) await database.claims.delete(row.id)
    else await database.claims.put({ ...row, entries })
  }
}

/** Returns, for each answer, the `order` of its first entry that is being sent. Later entries of that answer wait. */
export function findFirstSendingEntries({ entries }: SendingClaims): ReadonlyMap<AnswerId, number> {
  const first = new Map<AnswerId, number>()
  for (const { answer, order } of entries.values()) first.set(answer, Math.min(order, first.get(answer) ?? order))
  return first
}

function toClaimedEntry({ order, id, answer, entry }: OutboxRow): ClaimedEntry {
  return { order, id, answer, hasFiles: entry.files.length > 0 }
}

/** Builds the row for the receipts of one push. */
export function buildReceivedRow(receipts: readonly StoredReceipt[]): ReceivedRow {
  return { answers: [...new Set(receipts.map(({ answer }) => answer))], receipts }
}
