import type { FileOwner, RelevoDatabase } from './database.ts'
import { releaseOwnersFiles } from './files.ts'

// Separate from the rest of sent.ts: the first load needs these tables and this function only.

/** Tables that `sent` is changed with. */
export const SENT_TABLES = ['sent', 'blobs', 'needs', 'uploads', 'meta'] as const

/**
 * Deletes everything that is kept of sent work, or only its files. Deletes nothing while the server may lack it. In a
 * transaction over `SENT_TABLES`.
 */
export async function clearSent(database: RelevoDatabase, isOnlyFiles = false): Promise<number> {
  if ((await database.meta.get('restoreCheck')) !== undefined) return 0
  const owners = (await database.needs.where('owner').startsWith('sent:').uniqueKeys()) as FileOwner[]
  await releaseOwnersFiles(database, owners)
  if (isOnlyFiles && owners.length > 0) return owners.length
  return database.sent.toCollection().delete()
}
