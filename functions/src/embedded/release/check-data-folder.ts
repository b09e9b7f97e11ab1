import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { readLayout, refuseNewerLayout, SCHEMA_VERSION } from '../sqlite/schema.ts'
import { readLastWriterRelease, refuseNewerRelease, type LastWriterRelease } from '../sqlite/written-by.ts'
import { readRelease, type Release } from '../version.mjs'

/** Result of `--check`, for `upgrade.mjs`. */
type CheckedData = {
  readonly release: Release
  /** layout that this release writes */
  readonly layout: number
  /** undefined: the folder has no database */
  readonly data?: { readonly layout: number; readonly bytes: number; readonly writtenBy: LastWriterRelease | null }
}

/**
 * Checks that this release can open the data. Changes nothing, so that another server can run at the same time. Throws
 * NewerStoreError for data of a newer release.
 */
export function checkDataFolder(folder: string): CheckedData {
  const release = readRelease()
  const file = resolve(folder, 'relevo.sqlite')
  const own = { release, layout: SCHEMA_VERSION }
  if (!existsSync(file) || statSync(file).size === 0) return own
  const db = openForReading(file)
  try {
    refuseNewerLayout(db)
    refuseNewerRelease(db, release)
    return {
      ...own,
      data: { layout: readLayout(db), bytes: statSync(file).size, writtenBy: readLastWriterRelease(db) ?? null },
    }
  } finally {
    db.close()
  }
}

/**
 * Opens the database for reading. Without a write-ahead log no server is running; `immutable` then prevents SQLite from
 * creating files next to the database, which could have the wrong owner.
 */
function openForReading(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  if (!existsSync(join(file, '..', 'relevo.sqlite-wal'))) url.search = 'immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}
