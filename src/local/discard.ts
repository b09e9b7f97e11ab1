import type { MutationId, Result } from '#domain/kernel/index.ts'
import { endClaims, readClaims } from './claims.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { releaseFiles } from './files.ts'
import { writing, type Local } from './local.ts'

/** The user's act, after a confirmation and an offered export: the only way for unsent work to leave unsent. */
export function discardEntry(local: Local, id: MutationId): Promise<Result<void>> {
  return writing(local, DISCARDING, async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row !== undefined) await discardRow(database, row)
  })
}

/**
 * Takes back a change while no byte has left, or after a refusal; in one transaction: no runner claims it between.
 * @returns false: it is on its way, may have arrived, or is not here any more
 */
export function takeBackChange(local: Local, id: MutationId): Promise<Result<boolean>> {
  return writing(local, DISCARDING, async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row === undefined || (await readClaims(database)).byId.has(id)) return false
    if (row.state === 'waiting' && row.entry.frozen) return false
    await discardRow(database, row)
    return true
  })
}

const DISCARDING = ['outbox', 'claims', 'answers', 'blobs', 'needs', 'uploads'] as const

async function discardRow(database: RelevoDatabase, row: OutboxRow): Promise<void> {
  await database.outbox.delete(row.order)
  await endClaims(database, new Set([row.order]))
  await releaseFiles(database, `outbox:${row.id}`)
  const others = await database.outbox.where('answer').equals(row.answer).count()
  const answer = await database.answers.get(row.answer)
  if (others === 0 && answer?.answer === undefined) await database.answers.delete(row.answer)
}
