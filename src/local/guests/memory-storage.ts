import type { StorageOptions } from '../database.ts'

/** Returns in-memory storage for frames in other sites: the next user of that computer must not find any data. */
export async function memoryStorage(): Promise<StorageOptions> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
