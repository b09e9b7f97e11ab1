import { isGuest, type MutationId } from '#domain/kernel/index.ts'
import { isReceiptComplete, type OutboxEntry, type StoredReceipt } from '#domain/sync/index.ts'
import { buildReceivedRow, endSendingClaims, readSendingClaims } from './claims.ts'
import type { FileOwner, RelevoDatabase, SentMutation } from './database.ts'
import { releaseOwnersFiles } from './files.ts'
import { isStorageFull, runWrite, StorageFailure, type Local } from './local.ts'
import { readMetaInTransaction } from './meta.ts'
import { rescheduleEntries } from './outbox.ts'
import { putEntries, readOutboxRows } from './outbox-rows.ts'
import { deleteSentContent } from './public.ts'
import { SENT_TABLES } from './clear-sent.ts'
import { storeSentMutations } from './sent.ts'

/**
 * Stores receipts and deletes their entries in one strict transaction. Keeps the mutations and files of staff in case
 * the server is restored from a backup (`storeSentMutations`), unless storage is full; all other bytes are deleted.
 * Stores nothing if the push is stale: the server may have been restored since, and the entries are sent again.
 * @param pushed.sent entries with a receipt, as they were claimed, so that they need not be read again
 * @param pushed.changed entries that stay in the outbox, as the reply has changed them
 * @param pushed.isStale returns whether another runner has pulled since the push, given the current cursor
 * @returns false when the push is stale
 * @throws when a receipt lacks a file of its entry
 */
export async function storeReceipts(
  local: Local,
  receipts: readonly StoredReceipt[],
  {
    sent = [],
    changed = [],
    isStale,
  }: {
    readonly sent?: readonly OutboxEntry[]
    readonly changed?: readonly OutboxEntry[]
    readonly isStale?: (cursor: string | undefined) => boolean
  } = {},
): Promise<boolean> {
  if (receipts.length === 0) {
    await rescheduleEntries(local, changed)
    return true
  }
  const store = (keeps: boolean) =>
    runWrite(local, RECEIPT_TABLES, async (database) => {
      if (isStale?.(await readMetaInTransaction(database, 'cursor')) === true) return false
      await putReceipts(database, local, { receipts, sent, changed, keeps })
      return true
    })
  const keeps = !isGuest(local.account)
  const stored = await store(keeps)
  const last = !stored.ok && keeps && isStorageFull(stored) ? await store(false) : stored
  if (!last.ok) throw new StorageFailure(last.problem)
  return last.value
}

const RECEIPT_TABLES = ['outbox', 'claims', 'received', 'answers', ...SENT_TABLES] as const

type Settled = {
  readonly receipts: readonly StoredReceipt[]
  readonly sent: readonly OutboxEntry[]
  readonly changed: readonly OutboxEntry[]
  readonly keeps: boolean
}

async function putReceipts(
  database: RelevoDatabase,
  local: Local,
  { receipts, sent, changed, keeps }: Settled,
): Promise<void> {
  const { byId } = await readSendingClaims(database)
  const mutationsById = new Map(sent.map(({ id, mutation }) => [id, mutation]))
  // Does not read entries being sent that have no files: their order is known, and a frozen mutation equals what was
  // sent.
  const [plain, inMemory, others] = [[] as number[], [] as SentMutation[], [] as MutationId[]]
  for (const { id } of receipts) {
    const [claimedEntry, mutation] = [byId.get(id), mutationsById.get(id)]
    if (claimedEntry === undefined || claimedEntry.hasFiles || (keeps && mutation === undefined)) {
      others.push(id)
      continue
    }
    plain.push(claimedEntry.order)
    if (mutation !== undefined) inMemory.push({ order: claimedEntry.order, mutation })
  }
  const rows = new Map((await readOutboxRows(database, others)).map((row) => [row.id, row]))
  for (const receipt of receipts) {
    const row = rows.get(receipt.id)
    if (row !== undefined && !isReceiptComplete(row.entry, receipt.receipt))
      throw new Error(`The receipt of ${receipt.id} is incomplete`)
  }
  await database.received.add(buildReceivedRow(receipts))
  const read = [...rows.values()].map(({ order, entry: { mutation } }) => ({ order, mutation }))
  if (keeps) await storeSentMutations(database, [...inMemory, ...read], receipts)
  const gone = new Set([...plain, ...read.map(({ order }) => order)])
  await deleteRows(database, gone)
  await endSendingClaims(database, gone)
  const withFiles = [...rows.values()].filter((row) => row.entry.files.length > 0)
  if (withFiles.length > 0)
    await releaseOwnersFiles(
      database,
      withFiles.map((row): FileOwner => `outbox:${row.id}`),
    )
  await putEntries(database, changed)
  if (isGuest(local.account))
    await deleteSentContent(
      database,
      receipts.map(({ answer }) => answer),
    )
}

/** Deletes adjacent rows as one range, which is as fast in a browser as deleting a single row. */
async function deleteRows(database: RelevoDatabase, orders: ReadonlySet<number>): Promise<void> {
  const runs: { readonly first: number; last: number }[] = []
  for (const order of [...orders].toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.last === order - 1) run.last = order
    else runs.push({ first: order, last: order })
  }
  await Promise.all(
    runs.map(({ first, last }) => database.outbox.where('order').between(first, last, true, true).delete()),
  )
}
