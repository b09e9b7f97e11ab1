import type { RelevoDatabase } from './database.ts'
import { releaseOwnersFiles } from './files.ts'

// Separate from the rest of sent.ts: the first load needs these tables and this function only.

/** Tables that `sent` is changed with. */
export const SENT_TABLES = ['sent', 'blobs', 'needs', 'uploads', 'meta'] as const

/** Deletes everything that is kept of sent work, or only its files. In a transaction over `SENT_TABLES`. */
export async function clearSent(database: RelevoDatabase, isOnlyFiles = false): Promise<number> {
  const needs = await database.needs.where('owner').startsWith('sent:').toArray()
  await releaseOwnersFiles(
    database,
    needs.map(({ owner }) => owner),
  )
  if (isOnlyFiles && needs.length > 0) return needs.length
  const count = await database.sent.count()
  await database.sent.clear()
  return count
}
