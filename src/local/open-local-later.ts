import type { Author } from '#domain/kernel/index.ts'
import type { StorageOptions } from './database.ts'
import { databaseName, subscribe, type Local } from './local.ts'

/**
 * As `openLocal`, for a page that stands before its database's library, which comes with the first read or write, or by
 * `fetch`. Reads and writes wait for it and refuse with device.storage-failed where it cannot be had; the next asks
 * again. Live queries begin when it is here: Dexie does not see what is read behind a wait that is not its own.
 * @param storage where it keeps its rows; the browser's own storage by default
 */
export function openLocalLater(
  account: Author,
  load = () => import('./open-local.ts'),
  storage = async (): Promise<StorageOptions> => ({}),
): Local {
  let opened: Local | undefined
  let loading: Promise<boolean> | undefined
  const listeners = { superseded: new Set<() => void>(), blocked: new Set<() => void>() }
  const call = (all: ReadonlySet<() => void>) => (): void => all.forEach((listener) => listener())
  const open = async (): Promise<boolean> => {
    const found = await Promise.all([load(), storage()]).catch(() => undefined)
    loading = undefined
    if (found === undefined) return false
    const [{ openLocal }, options] = found
    opened = openLocal(account, options)
    opened.status.onSuperseded(call(listeners.superseded))
    opened.status.onBlocked(call(listeners.blocked))
    return true
  }
  return {
    account,
    get database() {
      if (opened === undefined) throw new Error('The database is not here yet')
      return opened.database
    },
    get fetch() {
      return opened === undefined ? () => (loading ??= open()) : undefined
    },
    status: {
      superseded: () => opened?.status.superseded() ?? false,
      onSuperseded: (listener) => subscribe(listeners.superseded, listener),
      onBlocked: (listener) => subscribe(listeners.blocked, listener),
    },
    close: () => opened?.close(),
  }
}

/** Whether this browser ever kept something for an account; needs no database library; true where it cannot be said. */
export async function wasHere(account: Author, indexedDB?: IDBFactory): Promise<boolean> {
  try {
    // Where storage is forbidden altogether, even asking for it throws.
    return (await (indexedDB ?? globalThis.indexedDB).databases()).some(({ name }) => name === databaseName(account))
  } catch {
    return true
  }
}

const PROBE = 'relevo-probe'

/**
 * Whether this browser keeps databases for this page. Another site's frame has none where third-party storage is
 * blocked, and no page has one where all storage is: then even naming `indexedDB` may throw.
 */
export async function canStore(factory: () => IDBFactory = () => globalThis.indexedDB): Promise<boolean> {
  try {
    const indexedDB = factory()
    const opening = indexedDB.open(PROBE)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('No database'))
    })
    database.close()
    indexedDB.deleteDatabase(PROBE)
    return true
  } catch {
    return false
  }
}
