import type { Author } from '#domain/kernel/index.ts'
import type { StorageOptions } from './database.ts'
import { buildDatabaseName, subscribeListener, type Local } from './local.ts'

/**
 * Opens a database like `openLocal`, for a page that renders before the database library is loaded. The first read or
 * write, or `fetch`, loads the library. Reads and writes wait for the library, and refuse with device.storage-failed if
 * it cannot be loaded; the next call tries again. Live queries start after the load, because Dexie does not observe
 * reads that run after a promise of other code.
 * @param storage returns the storage to use; default: the browser's
 */
export function openLocalLazily(
  account: Author,
  load = () => import('./open-local.ts'),
  storage = async (): Promise<StorageOptions> => ({}),
): Local {
  let openedLocal: Local | undefined
  let loading: Promise<boolean> | undefined
  const listeners = { superseded: new Set<() => void>(), blocked: new Set<() => void>() }
  const call = (all: ReadonlySet<() => void>) => (): void => all.forEach((listener) => listener())
  const open = async (): Promise<boolean> => {
    const found = await Promise.all([load(), storage()]).catch(() => undefined)
    loading = undefined
    if (found === undefined) return false
    const [{ openLocal }, options] = found
    openedLocal = openLocal(account, options)
    openedLocal.status.onSuperseded(call(listeners.superseded))
    openedLocal.status.onBlocked(call(listeners.blocked))
    return true
  }
  return {
    account,
    get database() {
      if (openedLocal === undefined) throw new Error('The database is not here yet')
      return openedLocal.database
    },
    get fetch() {
      return openedLocal === undefined ? () => (loading ??= open()) : undefined
    },
    status: {
      superseded: () => openedLocal?.status.superseded() ?? false,
      onSuperseded: (listener) => subscribeListener(listeners.superseded, listener),
      onBlocked: (listener) => subscribeListener(listeners.blocked, listener),
    },
    close: () => openedLocal?.close(),
  }
}

/** Returns whether this browser ever stored data of an account; true if unknown. Does not load the database library. */
export async function hasStoredData(account: Author, indexedDB?: IDBFactory): Promise<boolean> {
  try {
    // If storage is forbidden, even accessing `indexedDB` throws.
    return (await (indexedDB ?? globalThis.indexedDB).databases()).some(
      ({ name }) => name === buildDatabaseName(account),
    )
  } catch {
    return true
  }
}

const PROBE_DATABASE_NAME = 'relevo-probe'

/**
 * Returns whether this browser lets this page store data. False in a frame of another site if third-party storage is
 * blocked, and in every page if all storage is blocked; then even accessing `indexedDB` may throw.
 */
export async function canStoreData(factory: () => IDBFactory = () => globalThis.indexedDB): Promise<boolean> {
  try {
    const indexedDB = factory()
    const opening = indexedDB.open(PROBE_DATABASE_NAME)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('No database'))
    })
    database.close()
    indexedDB.deleteDatabase(PROBE_DATABASE_NAME)
    return true
  } catch {
    return false
  }
}
