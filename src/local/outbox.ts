import type { AnswerId, Instant, MutationId, Problem, Sha256 } from '#domain/kernel/index.ts'
import { claimEntry, markFileConfirmed, isEntryDue, quarantineEntry, type OutboxEntry } from '#domain/sync/index.ts'
import {
  addSendingClaim,
  endSendingClaims,
  readSendingClaims,
  findFirstSendingEntries,
  type SendingClaims,
} from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { runWriteOrThrow, runRead, type Local } from './local.ts'
import { queryOutboxByState } from './outbox-reads.ts'
import { putEntries, readOutboxRows, withEntry } from './outbox-rows.ts'

export type ClaimRequest = {
  readonly now: number
  readonly limit: number
  /** maximum characters of all mutations together; at least one entry is returned, even if it is longer */
  readonly characters: number
  /**
   * fresh entries were never tried; failed entries are sent separately, so that a poison message does not delay new
   * entries
   */
  readonly kind: 'fresh' | 'failed'
  /** entries already tried in this run */
  readonly except: ReadonlySet<MutationId>
  /** the user pressed "send now": ignores back-off */
  readonly hurry: boolean
}

const MAX_ORDER = Number.MAX_SAFE_INTEGER

/**
 * Claims the entries that may be sent now, oldest first. Freezes them and marks them as being sent in one transaction,
 * so that no other runner claims them. Entries of one answer are sent in order: only the first is a candidate, and
 * later ones wait (`blocksLaterEntries`).
 */
export async function claimEntries(local: Local, claimRequest: ClaimRequest): Promise<readonly OutboxEntry[]> {
  return runWriteOrThrow(local, ['outbox', 'claims'], async (database) => {
    const rows = limitToSize(await listDueRows(database, claimRequest), claimRequest.characters)
    await addSendingClaim(database, rows, claimRequest.now)
    return rows.map((row) => claimEntry(row.entry, claimRequest.now))
  })
}

/**
 * Returns whether later entries of the same answer must wait for this entry. They need not wait for a quarantined
 * change, because the server judges each change separately.
 */
function blocksLaterEntries({ state, entry }: OutboxRow): boolean {
  return state !== 'quarantined' || entry.mutation.kind === 'answer.submit'
}

async function listDueRows(database: RelevoDatabase, claimRequest: ClaimRequest): Promise<readonly OutboxRow[]> {
  const [claims, aside] = await Promise.all([
    readSendingClaims(database),
    queryOutboxByState(database, 'quarantined').toArray(),
  ])
  const behind = new Map(findFirstSendingEntries(claims))
  for (const row of aside.filter(blocksLaterEntries))
    behind.set(row.answer, Math.min(row.order, behind.get(row.answer) ?? MAX_ORDER))
  const outboxRows: OutboxRow[] = []
  const seen = new Set<AnswerId>()
  let after = -1
  while (outboxRows.length < claimRequest.limit) {
    const rows = await listWaitingRows(database, claims, after, claimRequest.limit)
    for (const row of rows) {
      const { answer, order, id, entry } = row
      after = order
      if (seen.has(answer)) continue
      seen.add(answer)
      if ((behind.get(answer) ?? MAX_ORDER) < order || claimRequest.except.has(id)) continue
      if ((entry.attempts === 0) !== (claimRequest.kind === 'fresh')) continue
      if (isEntryDue(entry, claimRequest.now, claimRequest.hurry)) outboxRows.push(row)
      if (outboxRows.length === claimRequest.limit) break
    }
    if (rows.length === 0) break
  }
  return outboxRows
}

/** Returns the next waiting rows that are not being sent. Selects them by key, then reads them as one range. */
async function listWaitingRows(
  database: RelevoDatabase,
  { entries }: SendingClaims,
  after: number,
  limit: number,
): Promise<readonly OutboxRow[]> {
  const range = database.outbox.where('[state+order]').between(['waiting', after], ['waiting', MAX_ORDER], false)
  const keys = await range.limit(limit + entries.size).primaryKeys()
  const free = keys.filter((order) => !entries.has(order)).slice(0, limit)
  const [first, last] = [free.at(0), free.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await database.outbox.where('order').between(first, last, true, true).toArray()
  return rows.filter(({ order, state }) => state === 'waiting' && !entries.has(order))
}

function limitToSize(rows: readonly OutboxRow[], limit: number): readonly OutboxRow[] {
  let characters = 0
  const end = rows.findIndex(({ entry }, index) => {
    characters += JSON.stringify(entry.mutation).length
    return index > 0 && characters > limit
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * Sets claims that an earlier runner abandoned back to waiting; the caller holds the run lock. The user can no longer
 * take back these entries, because they may have been sent.
 */
export async function releaseStaleClaims(local: Local): Promise<void> {
  if ((await runRead(local, ['claims'], (database) => database.claims.count())) === 0) return
  await runWriteOrThrow(local, ['outbox', 'claims'], async (database) => {
    const { entries } = await readSendingClaims(database)
    const rows = (await database.outbox.bulkGet([...entries.keys()])).filter((row) => row !== undefined)
    await database.outbox.bulkPut(rows.map((row) => withEntry(row, { ...row.entry, frozen: true })))
    await database.claims.clear()
  })
}

/**
 * Stores entries with a new state. Does not restore an entry that was deleted because its receipt arrived in the
 * meantime.
 */
export async function rescheduleEntries(local: Local, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  await runWriteOrThrow(local, ['outbox', 'claims'], (database) => putEntries(database, entries))
}

/** Sets claimed entries that were not tried back to waiting, unchanged. */
export async function returnEntriesToWaiting(local: Local, ids: readonly MutationId[]): Promise<void> {
  const restoredIds = new Set(ids)
  await runWriteOrThrow(local, ['claims'], async (database) => {
    const { entries } = await readSendingClaims(database)
    await endSendingClaims(database, { has: (order) => restoredIds.has(entries.get(order)?.id as MutationId) })
  })
}

/** Records that the server has this file of an entry. */
export async function confirmFileSent(local: Local, id: MutationId, sha256: Sha256): Promise<void> {
  await runWriteOrThrow(local, ['outbox', 'uploads'], async (database) => {
    const rows = await readOutboxRows(database, [id])
    await database.outbox.bulkPut(rows.map((row) => withEntry(row, markFileConfirmed(row.entry, sha256))))
    await database.uploads.delete(sha256)
  })
}

/** Quarantines an entry with a reason that is shown to its author. Other entries continue. */
export async function markQuarantined(local: Local, id: MutationId, problem: Problem, instant: Instant): Promise<void> {
  await runWriteOrThrow(local, ['outbox', 'claims'], async (database) => {
    const rows = await readOutboxRows(database, [id])
    await putEntries(
      database,
      rows.map((row) => quarantineEntry(row.entry, problem, instant)),
    )
  })
}

/**
 * Returns the milliseconds until the next entry may be sent. 0: now; undefined: nothing waits, or the user must act
 * first. Considers only the first entry of each answer.
 */
export async function computeDelayUntilNextEntry(local: Local, now: number): Promise<number | undefined> {
  const rows = await runRead(local, ['outbox', 'claims'], async (database) => {
    const [all, claims] = await Promise.all([database.outbox.orderBy('order').toArray(), readSendingClaims(database)])
    return all.map(claims.shown)
  })
  const seen = new Set<AnswerId>()
  let earliest: number | undefined
  for (const row of rows) {
    const { answer, entry } = row
    if (seen.has(answer) || !blocksLaterEntries(row)) continue
    seen.add(answer)
    if (entry.state.kind !== 'waiting') continue
    const wait = isEntryDue(entry, now) ? 0 : entry.state.notBefore - now
    earliest = Math.min(wait, earliest ?? wait)
  }
  return earliest
}

/** Bytes of the distinct files that still have to be sent. Reads only entries with files, as entries can be large. */
export function sumUnsentFileBytes(local: Local): Promise<number> {
  return runRead(local, ['outbox', 'needs'], async (database) => {
    const needs = await database.needs.where('owner').startsWith('outbox:').toArray()
    const ids = new Set(needs.map(({ owner }) => owner.slice('outbox:'.length)))
    const rows = await database.outbox
      .where('id')
      .anyOf([...ids])
      .toArray()
    const unsent = rows
      .filter(({ state }) => state !== 'quarantined')
      .flatMap(({ entry }) => entry.files.filter(({ confirmed }) => !confirmed))
    const sizes = new Map(unsent.map(({ sha256, bytes }) => [sha256, bytes]))
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  })
}

/** Returns the URL of a started upload. */
export async function loadUploadUrl(local: Local, sha256: Sha256): Promise<string | undefined> {
  return (await runRead(local, ['uploads'], (database) => database.uploads.get(sha256)))?.url
}

/** @param url undefined when the upload must restart */
export async function rememberUploadUrl(local: Local, sha256: Sha256, url: string | undefined): Promise<void> {
  await runWriteOrThrow(local, ['uploads'], async (database) => {
    if (url === undefined) await database.uploads.delete(sha256)
    else await database.uploads.put({ sha256, url })
  })
}
