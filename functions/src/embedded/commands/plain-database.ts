import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { COLLECTION_NAMES } from '#core/collections.ts'
import { PRIVATE_FILE_MODE } from '../data-folder.ts'
import { buildDocumentsTableName } from '../sqlite/names.ts'
import { SCHEMA_VERSION } from '../sqlite/schema.ts'

/** Declaration that differs from every real one, so that a server builds the search fields when it opens the file. */
const DECLARATION = 'documents only'

/**
 * Opens or creates a database with documents only. The server that opens it rebuilds its search columns, lists and
 * words. It has no eras, so that devices fetch everything again.
 */
export function openPlainDatabase(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', PRIVATE_FILE_MODE))
  const db = new DatabaseSync(path)
  db.exec(`
    PRAGMA synchronous = FULL;
    BEGIN;
    CREATE TABLE IF NOT EXISTS declarations (collection TEXT PRIMARY KEY, declaration TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA user_version = ${SCHEMA_VERSION};
  `)
  const declare = db.prepare('INSERT OR IGNORE INTO declarations VALUES (?, ?)')
  for (const name of COLLECTION_NAMES) {
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${buildDocumentsTableName(name)} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL)`,
    )
    declare.run(name, DECLARATION)
  }
  db.exec('COMMIT')
  return db
}
