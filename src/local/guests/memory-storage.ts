import type { StorageOptions } from '../database.ts'

/** Storage that ends with the page, for frames in other sites: the next user of that computer must not find it. */
export async function memoryStorage(): Promise<StorageOptions> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
