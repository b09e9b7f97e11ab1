import { toInstant, toMilliseconds, type AnswerId, type Instant, type MutationId } from '#domain/kernel/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import type { FileOwner, OutboxRow, RelevoDatabase } from './database.ts'
import { releaseOwnersFiles } from './files.ts'
import { getMeta, putMeta } from './meta.ts'

const DAY = 24 * 60 * 60 * 1000

/** Maximum mutations kept per account. At fifty a day they reach back for two months, far beyond any backup. */
const MAX_SENT = 3_000
/** Maximum bytes of files kept with them: some days of photos, and little beside what a browser grants. */
const MAX_SENT_BYTES = 100_000_000

export function sentOwner(id: MutationId): FileOwner {
  return `sent:${id}`
}

/**
 * Keeps received mutations with their files, so that this device can send them again if the server is restored from an
 * older backup. Runs in the transaction that deletes their outbox entries, before their files are released. Copies by
 * e-mail are not kept, because they would be sent twice.
 */
export async function keepSent(
  database: RelevoDatabase,
  rows: readonly OutboxRow[],
  receipts: readonly StoredReceipt[],
): Promise<void> {
  // The account has signed out, and its received data was deleted.
  if ((await getMeta(database, 'removed')) === true) return
  const times = new Map(receipts.map(({ id, receivedAt }) => [id, receivedAt]))
  const kept = rows.flatMap(({ order, id, answer, entry: { mutation } }) => {
    const at = times.get(id)
    return at === undefined || mutation.kind === 'answer.sendCopy' ? [] : [{ order, id, answer, at, mutation }]
  })
  await database.sent.bulkPut(kept)
  const files = kept.flatMap(({ id, mutation }) => mutation.files.map((claim) => ({ ...claim, owner: sentOwner(id) })))
  if (files.length === 0) return
  await database.needs.bulkPut(files)
  await database.uploads.bulkDelete(files.map(({ sha256 }) => sha256))
}

/**
 * Deletes kept mutations that are older than the municipality's `ownAnswersDays`, and what exceeds the limits, oldest
 * first: mutations by number, files by bytes. Ages are measured by the server's clock. In a transaction over
 * `SENT_TABLES`.
 */
export async function dropOldSent(database: RelevoDatabase, now: Instant, days: number): Promise<void> {
  const since = toInstant(toMilliseconds(now) - days * DAY)
  const broughtBack = await getMeta(database, 'broughtBack')
  if (broughtBack !== undefined && broughtBack.at <= since) await putMeta(database, 'broughtBack', undefined)
  if ((await database.sent.count()) === 0) return
  await deleteSent(database, await database.sent.where('at').belowOrEqual(since).primaryKeys())
  const excess = (await database.sent.count()) - MAX_SENT
  if (excess > 0) await deleteSent(database, await database.sent.orderBy('order').limit(excess).primaryKeys())
  await dropExcessFiles(database)
}

async function dropExcessFiles(database: RelevoDatabase): Promise<void> {
  const needs = await database.needs.where('owner').startsWith('sent:').toArray()
  if (needs.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_SENT_BYTES) return
  const bytes = new Map<FileOwner, number>()
  for (const need of needs) bytes.set(need.owner, (bytes.get(need.owner) ?? 0) + need.bytes)
  // The keys of the index and the primary keys have the same order. The rows themselves are not read.
  const [ids, orders] = await Promise.all([
    database.sent.orderBy('id').keys(),
    database.sent.orderBy('id').primaryKeys(),
  ])
  const latestFirst = orders
    .map((order, index) => ({ order, owner: sentOwner(ids[index] as MutationId) }))
    .toSorted((a, b) => b.order - a.order)
  let sum = 0
  const released = latestFirst.filter(({ owner }) => (sum += bytes.get(owner) ?? 0) > MAX_SENT_BYTES)
  await releaseOwnersFiles(
    database,
    released.map(({ owner }) => owner),
  )
}

/** Deletes what is kept of answers that the account may no longer see. A deletion of theirs stays kept. */
export async function dropSentAnswers(database: RelevoDatabase, answers: readonly AnswerId[]): Promise<void> {
  if (answers.length === 0) return
  const rows = await database.sent.where('answer').anyOf(answers).toArray()
  const dropped = rows.filter(({ mutation }) => mutation.kind !== 'answer.delete')
  await deleteSent(
    database,
    dropped.map(({ order }) => order),
  )
}

/** Deletes kept mutations with the files that nothing else needs. In a transaction over `SENT_TABLES`. */
export async function deleteSent(database: RelevoDatabase, orders: readonly number[]): Promise<void> {
  if (orders.length === 0) return
  const rows = await database.sent.bulkGet([...orders])
  await database.sent.bulkDelete([...orders])
  await releaseOwnersFiles(
    database,
    rows.flatMap((row) => (row === undefined ? [] : [sentOwner(row.id)])),
  )
}
