import type { FileOwner, RelevoDatabase } from './database.ts'
import { releaseOwnersFiles } from './files.ts'

// Separate from sent.ts, because the first load of the app needs only these tables and this function.

/** Tables that a change of `sent` reads or writes. */
export const SENT_TABLES = ['sent', 'blobs', 'needs', 'uploads', 'meta'] as const

/**
 * Deletes all stored work that was already sent; with `isOnlyFiles`, only its files as long as there are any. Deletes
 * nothing while a restored server may lack this work (`restoreCheck`). Runs in a transaction over `SENT_TABLES`.
 */
export async function clearSentWork(database: RelevoDatabase, isOnlyFiles = false): Promise<number> {
  if ((await database.meta.get('restoreCheck')) !== undefined) return 0
  const owners = (await database.needs.where('owner').startsWith('sent:').uniqueKeys()) as FileOwner[]
  await releaseOwnersFiles(database, owners)
  if (isOnlyFiles && owners.length > 0) return owners.length
  return database.sent.toCollection().delete()
}
