import type { MutationId, Result } from '#domain/kernel/index.ts'
import { retryQuarantined } from '#domain/sync/index.ts'
import { endClaims, readClaims } from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { releaseFiles } from './files.ts'
import { runWrite, type Local } from './local.ts'
import { readOutboxRows, withEntry } from './outbox-rows.ts'

/**
 * Deletes unsent work at the user's request, after a confirmation and an offered export. Only the erasure of a person
 * (`erase-person.ts`) deletes unsent work without a request.
 */
export function discardEntry(local: Local, id: MutationId): Promise<Result<void>> {
  return runWrite(local, DISCARD_TABLES, async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row !== undefined) await discardRow(database, row)
  })
}

/**
 * Takes back a change that has not started to leave, or that was refused. One transaction, so that no runner can claim
 * it in between.
 * @returns false when it is being sent, may have arrived, or is no longer here
 */
export function withdrawChange(local: Local, id: MutationId): Promise<Result<boolean>> {
  return runWrite(local, DISCARD_TABLES, async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row === undefined || (await readClaims(database)).byId.has(id)) return false
    if (row.state === 'waiting' && row.entry.frozen) return false
    await discardRow(database, row)
    return true
  })
}

/** Returns a quarantined entry to waiting, at the user's request. */
export function retryEntry(local: Local, id: MutationId): Promise<Result<void>> {
  return runWrite(local, ['outbox'], async (database) => {
    const rows = await readOutboxRows(database, [id])
    await database.outbox.bulkPut(rows.map((row) => withEntry(row, retryQuarantined(row.entry))))
  })
}

const DISCARD_TABLES = ['outbox', 'claims', 'answers', 'blobs', 'needs', 'uploads'] as const

async function discardRow(database: RelevoDatabase, row: OutboxRow): Promise<void> {
  await database.outbox.delete(row.order)
  await endClaims(database, new Set([row.order]))
  await releaseFiles(database, `outbox:${row.id}`)
  const others = await database.outbox.where('answer').equals(row.answer).count()
  const answer = await database.answers.get(row.answer)
  if (others === 0 && answer?.answer === undefined) await database.answers.delete(row.answer)
}
