import { toInstant, type AnswerId, type MutationId, type Result } from '#domain/kernel/index.ts'
import { canTakeBackEntry, retryQuarantinedEntry } from '#domain/sync/index.ts'
import { endSendingClaims, readSendingClaims } from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { toDraftOwner } from './drafts.ts'
import { releaseFiles } from './files.ts'
import { runRead, runWrite, type Local } from './local.ts'
import { readOutboxRows, withEntry } from './outbox-rows.ts'

/**
 * Deletes unsent work at the user's request, after a confirmation and an offer to export it. Without a request, only
 * the erasure of a person's data (`erase-person.ts`) deletes unsent work.
 */
export function discardEntry(local: Local, id: MutationId): Promise<Result<void>> {
  return runWrite(local, DISCARD_TABLES, async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row !== undefined) await discardRow(database, row)
  })
}

/**
 * Takes back a change that was not sent yet, or that the server refused. One transaction, so that no runner can claim
 * the change in between.
 * @returns false when the change is being sent, may have arrived, or is no longer in the outbox
 */
export function withdrawChange(local: Local, id: MutationId): Promise<Result<boolean>> {
  return runWrite(local, DISCARD_TABLES, async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row === undefined || !(await mayLeaveOutbox(database, [row]))) return false
    await discardRow(database, row)
    return true
  })
}

/** User's choice for an unsent answer: make it a draft again, or delete it. */
export type TakeBackChoice = 'correct' | 'discard'

/**
 * Takes back an answer that was not sent yet, not even in part: it becomes a draft again, with its id, files and
 * signatures, or is discarded. Cancels the email copies that wait for it. Runs in one transaction over claims and
 * outbox, so that no runner claims the answer in the meantime.
 * @param now device clock, milliseconds
 * @returns the number of cancelled email copies; null when the answer is being sent, may have arrived, or is no longer
 * in the outbox
 */
export function takeBackAnswer(
  local: Local,
  id: AnswerId,
  { choice, now }: { readonly choice: TakeBackChoice; readonly now: number },
): Promise<Result<number | null>> {
  return runWrite(local, [...DISCARD_TABLES, 'drafts'], async (database) => {
    const rows = await database.outbox.where('answer').equals(id).sortBy('order')
    const [first, ...copies] = rows
    const submit = first?.entry.mutation
    if (first === undefined || submit?.kind !== 'answer.submit') return null
    const [draft, known] = [await database.drafts.get(id), await database.answers.get(id)]
    if (draft !== undefined || known?.answer !== undefined || !(await mayLeaveOutbox(database, rows))) return null
    for (const row of copies) await discardRow(database, row)
    if (choice === 'correct') {
      const { template, version, header, content, clock } = submit
      const updatedAt = toInstant(now)
      const restoredDraft = { id, template, version, header, content, startedAt: clock, updatedAt }
      await database.drafts.put({ ...restoredDraft, takenBack: true })
      await database.needs.bulkPut(submit.files.map((claim) => ({ ...claim, owner: toDraftOwner(id) })))
    }
    await discardRow(database, first)
    return copies.length
  })
}

/** Returns whether an answer can still be taken back. */
export function canTakeBack(local: Local, id: AnswerId): Promise<boolean> {
  return runRead(local, ['outbox', 'claims', 'uploads'], async (database) => {
    const rows = await database.outbox.where('answer').equals(id).sortBy('order')
    return rows[0]?.entry.mutation.kind === 'answer.submit' && mayLeaveOutbox(database, rows)
  })
}

/** Returns whether these entries were not sent yet, not even in part. Runs in a transaction over claims and uploads. */
async function mayLeaveOutbox(database: RelevoDatabase, rows: readonly OutboxRow[]): Promise<boolean> {
  const [{ byId }, uploads] = await Promise.all([
    readSendingClaims(database),
    database.uploads.toCollection().primaryKeys(),
  ])
  const begun = new Set<string>(uploads)
  const hasUpload = (sha256: string): boolean => begun.has(sha256)
  return rows.every(({ id, entry }) => canTakeBackEntry(entry, { claimed: byId.has(id), hasUpload }))
}

/** Sets a quarantined entry to waiting again, at the user's request. */
export function retryEntry(local: Local, id: MutationId): Promise<Result<void>> {
  return runWrite(local, ['outbox'], async (database) => {
    const rows = await readOutboxRows(database, [id])
    await database.outbox.bulkPut(rows.map((row) => withEntry(row, retryQuarantinedEntry(row.entry))))
  })
}

const DISCARD_TABLES = ['outbox', 'claims', 'answers', 'blobs', 'needs', 'uploads'] as const

async function discardRow(database: RelevoDatabase, row: OutboxRow): Promise<void> {
  await database.outbox.delete(row.order)
  await endSendingClaims(database, new Set([row.order]))
  await releaseFiles(database, `outbox:${row.id}`)
  const others = await database.outbox.where('answer').equals(row.answer).count()
  const answer = await database.answers.get(row.answer)
  if (others === 0 && answer?.answer === undefined) await database.answers.delete(row.answer)
}
