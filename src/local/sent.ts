import { toInstant, toMilliseconds, type AnswerId, type Instant, type MutationId } from '#domain/kernel/index.ts'
import type { Mutation, StoredReceipt } from '#domain/sync/index.ts'
import type { FileOwner, RelevoDatabase, SentMutation, SentRow } from './database.ts'
import { releaseOwnersFiles } from './files.ts'
import { readMetaInTransaction, writeMetaInTransaction } from './meta.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Maximum stored answers, counted per push. At fifty answers a day that is two months, far longer than the age of any
 * backup.
 */
const MAX_SENT = 3_000
/** Maximum bytes of stored files: some days of photos, and little compared with a browser's quota. */
const MAX_SENT_BYTES = 100_000_000

export function toSentOwner(id: MutationId): FileOwner {
  return `sent:${id}`
}

/**
 * Stores mutations that the server has received, with their files, so that this device can send them again if the
 * server is restored from an older backup. Runs in the transaction that deletes their outbox entries, before their
 * files are released. Excludes email copies, because recipients would get them twice.
 */
export async function storeSentMutations(
  database: RelevoDatabase,
  received: readonly SentMutation[],
  receipts: readonly StoredReceipt[],
): Promise<void> {
  const mutations = received.filter(({ mutation }) => mutation.kind !== 'answer.sendCopy')
  const at = receipts
    .map(({ receivedAt }) => receivedAt)
    .toSorted()
    .at(-1)
  // A sign-out has deleted received data: stores nothing new.
  if (mutations.length === 0 || at === undefined || (await readMetaInTransaction(database, 'removed')) === true) return
  await database.sent.add({ size: countAnswers(mutations), at, mutations })
  const files = mutations.flatMap(({ mutation: { id, files: claims } }) =>
    claims.map((claim) => ({ ...claim, owner: toSentOwner(id) })),
  )
  if (files.length === 0) return
  await database.needs.bulkPut(files)
  await database.uploads.bulkDelete(files.map(({ sha256 }) => sha256))
}

function countAnswers(mutations: readonly SentMutation[]): number {
  return new Set(mutations.map(({ mutation }) => mutation.answer)).size
}

/** Returns the stored mutations in the order in which they were made. */
export async function listSentMutations(database: RelevoDatabase): Promise<readonly SentMutation[]> {
  const rows = await database.sent.toArray()
  return rows.flatMap(({ mutations }) => mutations).toSorted((a, b) => a.order - b.order)
}

/**
 * Deletes stored mutations that are older than the municipality's `ownAnswersDays`. Then deletes the oldest mutations
 * over the limit of answers, and the oldest files over the limit of bytes. Measures ages by the server's clock. Runs in
 * a transaction over `SENT_TABLES`.
 */
export async function dropOldSentMutations(database: RelevoDatabase, now: Instant, days: number): Promise<void> {
  const since = toInstant(toMilliseconds(now) - days * DAY)
  const broughtBack = await readMetaInTransaction(database, 'broughtBack')
  if (broughtBack !== undefined && broughtBack.at <= since)
    await writeMetaInTransaction(database, 'broughtBack', undefined)
  const expiredMutations = await database.sent.where('at').belowOrEqual(since).toArray()
  await deleteSentMutations(database, expiredMutations)
  let excess = (await countSent(database)) - MAX_SENT
  const oldest: SentRow[] = []
  const isEnough = (): boolean => excess <= 0
  if (!isEnough())
    await database.sent
      .toCollection()
      .until(isEnough)
      .each((row) => {
        oldest.push(row)
        excess -= countAnswers(row.mutations)
      })
  await deleteSentMutations(database, oldest)
  await dropExcessFiles(database)
}

/** Sums the answers of all pushes from an index, without reading their mutations. */
async function countSent(database: RelevoDatabase): Promise<number> {
  const sizes = await database.sent.orderBy('size').uniqueKeys()
  const counts = await Promise.all(sizes.map((size) => database.sent.where('size').equals(size).count()))
  return sizes.reduce<number>((sum, size, index) => sum + Number(size) * (counts[index] ?? 0), 0)
}

async function dropExcessFiles(database: RelevoDatabase): Promise<void> {
  const needs = await database.needs.where('owner').startsWith('sent:').toArray()
  if (needs.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_SENT_BYTES) return
  const bytes = new Map<FileOwner, number>()
  for (const need of needs) bytes.set(need.owner, (bytes.get(need.owner) ?? 0) + need.bytes)
  let sum = 0
  // Reads only the latest pushes: older files are released without reading their mutations.
  await database.sent
    .reverse()
    .until(() => sum > MAX_SENT_BYTES)
    .each(({ mutations }) => {
      for (const { mutation } of mutations.toReversed()) {
        const owner = toSentOwner(mutation.id)
        sum += bytes.get(owner) ?? 0
        if (sum <= MAX_SENT_BYTES) bytes.delete(owner)
      }
    })
  await releaseOwnersFiles(database, [...bytes.keys()])
}

/** Deletes stored mutations of answers that the account may no longer see, except deletions of these answers. */
export async function dropInaccessibleSentMutations(
  database: RelevoDatabase,
  answers: readonly AnswerId[],
): Promise<void> {
  await deleteSentMutationsOfAnswers(database, answers, ({ kind }) => kind !== 'answer.delete')
}

/**
 * Deletes stored mutations of these answers: all, or those that `isDropped` selects. Reads all rows, because an index
 * by answer would cost each push more than the mutations themselves. Runs in a transaction over `SENT_TABLES`.
 */
export async function deleteSentMutationsOfAnswers(
  database: RelevoDatabase,
  answers: readonly AnswerId[],
  isDropped: (mutation: Mutation) => boolean = () => true,
): Promise<void> {
  if (answers.length === 0) return
  const ids = new Set(answers)
  const isOfAnswers = ({ answer }: Mutation): boolean => ids.has(answer)
  const rows = await database.sent
    .filter(({ mutations }) => mutations.some(({ mutation }) => isOfAnswers(mutation)))
    .toArray()
  await deleteSentMutations(database, rows, (mutation) => isOfAnswers(mutation) && isDropped(mutation))
}

/**
 * Deletes mutations of these rows, all or those that `isDropped` selects, and files that no other owner needs. Runs in
 * a transaction over `SENT_TABLES`.
 */
export async function deleteSentMutations(
  database: RelevoDatabase,
  rows: readonly SentRow[],
  isDropped: (mutation: Mutation) => boolean = () => true,
): Promise<void> {
  const owners: FileOwner[] = []
  for (const { id, at, mutations } of rows) {
    const left = mutations.filter(({ mutation }) => !isDropped(mutation))
    if (id === undefined || left.length === mutations.length) continue
    if (left.length === 0) await database.sent.delete(id)
    else await database.sent.put({ id, size: countAnswers(left), at, mutations: left })
    owners.push(...mutations.filter((kept) => !left.includes(kept)).map(({ mutation }) => toSentOwner(mutation.id)))
  }
  await releaseOwnersFiles(database, owners)
}
