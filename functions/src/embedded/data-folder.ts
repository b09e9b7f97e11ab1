import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Takes a data folder for this process alone. Node has no file locks of its own, SQLite has: an exclusive transaction on a small
 * file beside the data, held until `release` or until the process ends, however it ends. The data itself stays open to readers,
 * so a backup can be made while the server runs.
 */
export function takeDataFolder(folder: string): { readonly release: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!/locked/.test(String(error))) throw error
    throw new FolderInUseError(`Another Relevo server is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`)
  }
  return {
    release: () => {
      if (lock.isOpen) lock.close()
    },
  }
}
