import type { StorageOptions } from '../database.ts'

/** Storage that ends with the page, for a frame in another site's page: the next person at that computer must not find it. */
export async function memoryStorage(): Promise<StorageOptions> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
