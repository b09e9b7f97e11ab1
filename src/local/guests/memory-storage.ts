import type { StorageOptions } from '../database.ts'

/** Returns in-memory storage for frames in other sites: the next user of that computer must not find any data. */
export async function memoryStorage(): Promise<StorageOptions> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  hideForbiddenStorage()
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}

/**
 * Removes a global `indexedDB` that throws when it is accessed. Dexie compares it with the injected storage, and never
 * finishes opening if that throws.
 */
function hideForbiddenStorage(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined })
  }
}
