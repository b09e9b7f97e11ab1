import type { DatabaseSync } from 'node:sqlite'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { collectionNamed, COLLECTION_NAMES, type Collection } from '#core/collections.ts'
import { collectionOf } from '#core/document-keys.ts'
import { extractIndexValues, type Extracted } from '#core/indexing.ts'
import { createBodyCodec } from './body-codec.ts'
import {
  fieldColumn,
  documentsTable,
  deletedTableName,
  indexName,
  leftTableName,
  listsTable,
  rowsTable,
} from './names.ts'

/**
 * Layout version of the file. Unchanged when `collections.ts` changes, because columns and indexes are rebuilt on
 * opening.
 */
export const SCHEMA_VERSION = 3

/** Increase when the content of summaries changes; they are then rebuilt on opening. */
const SUMMARY_VERSION = 6
/** Increase when computed fields change (`derived` in collections.ts); they are then rebuilt on opening. */
const DERIVED_VERSION = 8

export class NewerStoreError extends Error {
  override readonly name = 'NewerStoreError'
}

/** Returns the layout version of a file; 0 for an empty one. */
export function readLayout(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/** Creates or updates the tables. Throws NewerStoreError for a file written by a later release. */
export function migrateDatabase(db: DatabaseSync): void {
  refuseNewerLayout(db)

  inTransaction(db, () => {
    db.exec(
      'CREATE TABLE IF NOT EXISTS declarations (collection TEXT PRIMARY KEY, declaration TEXT NOT NULL) WITHOUT ROWID',
    )
    for (const name of COLLECTION_NAMES) upgradeCollection(db, name)
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
  })
}

/** Throws NewerStoreError for a file in a layout that this release does not know. */
export function refuseNewerLayout(db: DatabaseSync): void {
  const version = readLayout(db)
  if (version <= SCHEMA_VERSION) return
  throw new NewerStoreError(
    `The data was written by a newer release (layout ${version}; this one knows ${SCHEMA_VERSION}). Start the newer release, or restore a backup of this release.`,
  )
}

/** Version text of a collection's search columns, lists and summaries. If it changes, they are rebuilt. */
export function searchDeclaration({ scalars, arrays, followed, indexes, whole, summary, derived }: Collection): string {
  return JSON.stringify({
    scalars,
    arrays,
    followed,
    indexes,
    ...(whole === undefined ? {} : { whole }),
    ...(summary === undefined ? {} : { summary: SUMMARY_VERSION }),
    ...(derived === undefined ? {} : { derived: DERIVED_VERSION }),
  })
}

function upgradeCollection(db: DatabaseSync, name: string): void {
  const collection = collectionNamed(name)
  const isProjected = collection.projected === true
  const declaration = isProjected ? 'projected' : searchDeclaration(collection)
  const stored = db.prepare('SELECT declaration FROM declarations WHERE collection = ?').get(name)?.['declaration']
  if (stored === declaration) return
  const old = `"old_${name}"`
  if (stored !== undefined) {
    for (const { index } of indexNames(db, name)) db.exec(`DROP INDEX "${index}"`)
    db.exec(`ALTER TABLE ${documentsTable(name)} RENAME TO ${old}; DROP TABLE IF EXISTS ${listsTable(name)}`)
  }
  createLeft(db, name)
  if (isProjected) createDocuments(db, name)
  else createSearched(db, name)
  if (stored !== undefined) {
    if (isProjected) db.exec(`INSERT INTO ${documentsTable(name)} SELECT id, key, body FROM ${old} ORDER BY id`)
    else insertAsNew(db, name, old)
    db.exec(`DROP TABLE ${old}`)
  }
  db.prepare('INSERT INTO declarations VALUES (?, ?) ON CONFLICT DO UPDATE SET declaration = excluded.declaration').run(
    name,
    declaration,
  )
}

function insertAsNew(db: DatabaseSync, name: string, old: string): void {
  const insert = rowInserter(db, name)
  const bodies = createBodyCodec((key) => readWholeDocument(db, key))
  for (const row of db.prepare(`SELECT id, key, body FROM ${old}`).iterate()) {
    const body = String(row['body'])
    insert(Number(row['id']), String(row['key']), body, extractIndexValues(collectionNamed(name), bodies.decode(body)))
  }
}

/** Reads a base document. It is never stored as a difference, and its table may have the old or the new layout. */
function readWholeDocument(db: DatabaseSync, key: Key): StoredDocument | undefined {
  const body = db.prepare(`SELECT body FROM ${documentsTable(collectionOf(key))} WHERE key = ?`).get(key)?.['body']
  return typeof body === 'string' ? (JSON.parse(body) as StoredDocument) : undefined
}

/** Creates the tables of a projected collection, whose search fields the follower writes. */
function createDocuments(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE TABLE ${documentsTable(name)} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
    CREATE TABLE ${deletedTableName(name)} (seq INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, key TEXT NOT NULL, body TEXT NOT NULL);
  `)
}

function createLeft(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${leftTableName(name)} (field TEXT, value TEXT, key TEXT, seq INTEGER, PRIMARY KEY (field, value, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS "left_${name}_seq" ON ${leftTableName(name)} (field, value, seq);
  `)
}

/** Creates the search fields, in the documents' table or, for a projected collection, in a separate table. */
export function createSearched(db: DatabaseSync, name: string): void {
  const { scalars, arrays, followed, indexes, whole = [], summary, projected } = collectionNamed(name)
  const own =
    projected === true
      ? { key: 'key TEXT NOT NULL', body: '' }
      : { key: 'key TEXT NOT NULL UNIQUE', body: ', body TEXT NOT NULL' }
  const columns = scalars.map((field) => `, ${fieldColumn(field)}`).join('')
  db.exec(`
    CREATE TABLE ${rowsTable(name)} (id INTEGER PRIMARY KEY, ${own.key}${columns}, lists TEXT${summary === undefined ? '' : ', summary TEXT NOT NULL'}${own.body});
    CREATE TABLE ${listsTable(name)} (field INTEGER, value TEXT, id INTEGER, PRIMARY KEY (field, value, id)) WITHOUT ROWID;
  `)
  const followedScalars = followed.filter((field) => scalars.includes(field)).map((field) => [field])
  // Array fields have no column: `list_X` is their index.
  const indexed = [...indexes, ...whole].map((fields) => fields.filter((field) => !arrays.includes(field)))
  for (const fields of uniqueLists([...indexed, ...followedScalars])) {
    const [first] = fields
    if (first === undefined) continue
    // A partial index costs nothing for documents without the field.
    const list = fields.map(fieldColumn).join(', ')
    db.exec(
      `CREATE INDEX ${indexName(name, fields)} ON ${rowsTable(name)} (${list}) WHERE ${fieldColumn(first)} IS NOT NULL`,
    )
  }
}

function uniqueLists(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((fields) => [fields.join(), fields])).values()]
}

function indexNames(db: DatabaseSync, name: string): readonly { readonly index: string }[] {
  const rows = db
    .prepare('SELECT name FROM sqlite_schema WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL')
    .all('index', `docs_${name}`)
  return rows.map((row) => ({ index: String(row['name']) }))
}

export type RowInserter = (id: number, key: string, body: string | undefined, extracted: Extracted) => void

/**
 * Returns a function that inserts a document's row and list entries; the key must have no row. The body is undefined
 * for a projected collection.
 */
export function rowInserter(db: DatabaseSync, name: string): RowInserter {
  const { scalars, arrays, summary, projected } = collectionNamed(name)
  const marks = ['?', '?', ...scalars.map(() => '?'), '?', ...(summary === undefined ? [] : ['?'])]
  if (projected !== true) marks.push('?')
  const row = db.prepare(`INSERT INTO ${rowsTable(name)} VALUES (${marks.join(', ')})`)
  const entry = db.prepare(`INSERT INTO ${listsTable(name)} VALUES (?, ?, ?)`)
  return (id, key, body, extracted) => {
    row.run(
      id,
      key,
      ...extracted.scalars,
      arrays.length === 0 ? null : JSON.stringify(extracted.arrays),
      ...(extracted.summary === undefined ? [] : [extracted.summary]),
      ...(body === undefined ? [] : [body]),
    )
    extracted.arrays.forEach((values, field) => {
      for (const value of values) entry.run(field, value, id)
    })
  }
}

export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
