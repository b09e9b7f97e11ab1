import type { Author } from '#domain/kernel/index.ts'
import { createDatabase, isDatabaseNewer, type StorageOptions } from './database.ts'
import { subscribeListener, type Local } from './local.ts'
import { clearSentWork, SENT_TABLES } from './clear-sent.ts'

/** Creates the database of one account; it is opened at the first read or write. */
export function openLocal(account: Author, options: StorageOptions = {}): Local {
  const database = createDatabase(account, options)
  let superseded = false
  const supersededListeners = new Set<() => void>()
  const blockedListeners = new Set<() => void>()
  const notifySuperseded = (): void => {
    superseded = true
    database.close()
    for (const listener of supersededListeners) listener()
  }
  database.on('versionchange', notifySuperseded)
  // Supersedes a tab that was loaded before an update of the tables but opened them after it.
  database.on('ready', () => {
    if (isDatabaseNewer(database)) notifySuperseded()
  })
  database.on('blocked', () => {
    for (const listener of blockedListeners) listener()
  })
  return {
    account,
    database,
    status: {
      superseded: () => superseded,
      onSuperseded: (listener) => subscribeListener(supersededListeners, listener),
      onBlocked: (listener) => subscribeListener(blockedListeners, listener),
    },
    // Deletes the files first; a further call deletes the mutations.
    relieve: () => database.transaction('rw', [...SENT_TABLES], async () => (await clearSentWork(database, true)) > 0),
    close: () => database.close(),
  }
}
