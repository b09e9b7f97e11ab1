import { join, resolve } from 'node:path'
import { quietLog } from '#core/index.ts'
import type { FileStore, Store } from '#core/ports.ts'
import {
  prepareDatabasePath,
  FolderInUseError,
  lockDataFolder,
  markDatabaseOpen,
  ASSIGNED_NUMBERS_FILE,
  openMarkedDatabase,
  wasDatabaseLeftOpen,
} from '../data-folder.ts'
import { openDiskFiles } from '../disk/files.ts'
import { guardAgainstRestores } from '../restore/guard.ts'
import { openNumberJournal } from '../restore/numbers.ts'
import { openSqliteStore } from '../sqlite/store.ts'
import { readRelease } from '../version.mjs'
import { CommandError } from './command.ts'

/**
 * Opens the database and the files of a stopped server for a command that changes them, as the server does: with the
 * journal of deletions and ended grants, which a restored backup must not revive. Throws CommandError while the server
 * runs.
 */
export async function withStoppedStore<T>(
  folder: string,
  print: (line: string) => void,
  run: (opened: { readonly store: Store; readonly files: FileStore }) => Promise<T>,
): Promise<T> {
  const { release } = lockStoppedFolder(folder)
  try {
    const isChecked = wasDatabaseLeftOpen(folder)
    const path = prepareDatabasePath(folder)
    const database = openMarkedDatabase(folder, () =>
      openSqliteStore(path, undefined, undefined, { isChecked, release: readRelease() }),
    )
    const numbers = openNumberJournal(join(folder, ASSIGNED_NUMBERS_FILE), {
      wasLeftOpen: isChecked,
      clock: Date.now,
      log: { ...quietLog, error: (event, facts) => print(`${event}: ${JSON.stringify(facts)}`) },
    })
    const unmark = markDatabaseOpen(folder)
    let stop: () => Promise<void> = async () => undefined
    try {
      const files = await openDiskFiles(folder, Date.now, quietLog)
      // Handles a restored backup now. Otherwise the next start would, and would also end what the command creates.
      const guarded = await guardAgainstRestores(database, { folder, numbers, files, clock: Date.now, log: quietLog })
      stop = guarded.stop
      return await run({ store: guarded.store, files })
    } finally {
      await stop()
      await numbers.close(database)
      // Keeps the marker of a damaged database, like the server, so that the next start checks every page.
      if (database.isDamaged?.() !== true) unmark()
      await database.close()
    }
  } finally {
    release()
  }
}

function lockStoppedFolder(folder: string): { readonly release: () => void } {
  try {
    return lockDataFolder(folder)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new CommandError(`The server is running with the data folder ${resolve(folder)}. Stop it first.`, {
      cause: error,
    })
  }
}
