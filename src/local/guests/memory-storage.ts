import type { StorageOptions } from '../database.ts'

/**
 * Returns in-memory storage: for staff in other sites' frames, so that the next user of the computer finds no data, and
 * for citizens and the public if the browser stores nothing.
 */
export async function createMemoryStorage(): Promise<StorageOptions> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  hideBlockedStorage()
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}

/**
 * Removes a global `indexedDB` that throws when it is accessed. Otherwise Dexie, which compares it with the injected
 * storage, would never finish opening.
 */
function hideBlockedStorage(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined })
  }
}
