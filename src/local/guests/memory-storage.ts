import type { StorageOptions } from '../database.ts'

/**
 * Storage that ends with the page, for a frame in another site's page: browsers block or part what such a frame stores, and the next person at that computer must not find it. The same database as
 * everywhere works on it, so that drafts, outbox and receipts are no other code there.
 */
export async function memoryStorage(): Promise<StorageOptions> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
