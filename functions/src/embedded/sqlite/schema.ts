import type { DatabaseSync } from 'node:sqlite'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { requireCollection, COLLECTION_NAMES, type Collection } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { extractIndexValues, type ExtractedIndexValues } from '#core/indexing.ts'
import { createBodyCodec } from './body-codec.ts'
import {
  quoteFieldColumn,
  buildDocumentsTableName,
  buildDeletedTableName,
  buildIndexName,
  buildExitedScopesTableName,
  buildListsTableName,
  buildSearchTableName,
} from './names.ts'

/**
 * Layout version of the file. Unchanged when `collections.ts` changes, because columns and indexes are rebuilt on
 * opening.
 */
export const SCHEMA_VERSION = 3

/** Increase when the content of summaries changes; they are then rebuilt on opening. */
const SUMMARY_VERSION = 7
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

  runInTransaction(db, () => {
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
export function formatSearchDeclaration({
  scalars,
  arrays,
  followed,
  indexes,
  whole,
  summary,
  derived,
}: Collection): string {
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
  const collection = requireCollection(name)
  const isProjected = collection.projected === true
  const declaration = isProjected ? 'projected' : formatSearchDeclaration(collection)
  const stored = db.prepare('SELECT declaration FROM declarations WHERE collection = ?').get(name)?.['declaration']
  if (stored === declaration) return
  const old = `"old_${name}"`
  if (stored !== undefined) {
    for (const { index } of indexNames(db, name)) db.exec(`DROP INDEX "${index}"`)
    db.exec(
      `ALTER TABLE ${buildDocumentsTableName(name)} RENAME TO ${old}; DROP TABLE IF EXISTS ${buildListsTableName(name)}`,
    )
  }
  createLeft(db, name)
  if (isProjected) createDocuments(db, name)
  else createSearchFields(db, name)
  if (stored !== undefined) {
    if (isProjected)
      db.exec(`INSERT INTO ${buildDocumentsTableName(name)} SELECT id, key, body FROM ${old} ORDER BY id`)
    else insertAsNew(db, name, old)
    db.exec(`DROP TABLE ${old}`)
  }
  db.prepare('INSERT INTO declarations VALUES (?, ?) ON CONFLICT DO UPDATE SET declaration = excluded.declaration').run(
    name,
    declaration,
  )
}

function insertAsNew(db: DatabaseSync, name: string, old: string): void {
  const insert = createRowInserter(db, name)
  const bodies = createBodyCodec((key) => readWholeDocument(db, key))
  for (const row of db.prepare(`SELECT id, key, body FROM ${old}`).iterate()) {
    const body = String(row['body'])
    insert(
      Number(row['id']),
      String(row['key']),
      body,
      extractIndexValues(requireCollection(name), bodies.decode(body)),
    )
  }
}

/** Reads a base document. It is never stored as a difference, and its table may have the old or the new layout. */
function readWholeDocument(db: DatabaseSync, key: Key): StoredDocument | undefined {
  const body = db
    .prepare(`SELECT body FROM ${buildDocumentsTableName(readCollectionName(key))} WHERE key = ?`)
    .get(key)?.['body']
  return typeof body === 'string' ? (JSON.parse(body) as StoredDocument) : undefined
}

/** Creates the tables of a projected collection, whose search fields the follower writes. */
function createDocuments(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE TABLE ${buildDocumentsTableName(name)} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
    CREATE TABLE ${buildDeletedTableName(name)} (seq INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, key TEXT NOT NULL, body TEXT NOT NULL);
  `)
}

function createLeft(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${buildExitedScopesTableName(name)} (field TEXT, value TEXT, key TEXT, seq INTEGER, PRIMARY KEY (field, value, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS "left_${name}_seq" ON ${buildExitedScopesTableName(name)} (field, value, seq);
  `)
}

/** Creates the search fields, in the documents' table or, for a projected collection, in a separate table. */
export function createSearchFields(db: DatabaseSync, name: string): void {
  const { scalars, arrays, followed, indexes, whole = [], summary, projected } = requireCollection(name)
  const own =
    projected === true
      ? { key: 'key TEXT NOT NULL', body: '' }
      : { key: 'key TEXT NOT NULL UNIQUE', body: ', body TEXT NOT NULL' }
  const columns = scalars.map((field) => `, ${quoteFieldColumn(field)}`).join('')
  db.exec(`
    CREATE TABLE ${buildSearchTableName(name)} (id INTEGER PRIMARY KEY, ${own.key}${columns}, lists TEXT${summary === undefined ? '' : ', summary TEXT NOT NULL'}${own.body});
    CREATE TABLE ${buildListsTableName(name)} (field INTEGER, value TEXT, id INTEGER, PRIMARY KEY (field, value, id)) WITHOUT ROWID;
  `)
  const followedScalars = followed.filter((field) => scalars.includes(field)).map((field) => [field])
  // Array fields have no column: `list_X` is their index.
  const indexed = [...indexes, ...whole].map((fields) => fields.filter((field) => !arrays.includes(field)))
  for (const fields of dropDuplicateLists([...indexed, ...followedScalars])) {
    const [first] = fields
    if (first === undefined) continue
    // A partial index costs nothing for documents without the field.
    const list = fields.map(quoteFieldColumn).join(', ')
    db.exec(
      `CREATE INDEX ${buildIndexName(name, fields)} ON ${buildSearchTableName(name)} (${list}) WHERE ${quoteFieldColumn(first)} IS NOT NULL`,
    )
  }
}

function dropDuplicateLists(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((fields) => [fields.join(), fields])).values()]
}

function indexNames(db: DatabaseSync, name: string): readonly { readonly index: string }[] {
  const rows = db
    .prepare('SELECT name FROM sqlite_schema WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL')
    .all('index', `docs_${name}`)
  return rows.map((row) => ({ index: String(row['name']) }))
}

export type RowInserter = (id: number, key: string, body: string | undefined, extracted: ExtractedIndexValues) => void

/**
 * Returns a function that inserts a document's row and list entries; the key must have no row. The body is undefined
 * for a projected collection.
 */
export function createRowInserter(db: DatabaseSync, name: string): RowInserter {
  const { scalars, arrays, summary, projected } = requireCollection(name)
  const marks = ['?', '?', ...scalars.map(() => '?'), '?', ...(summary === undefined ? [] : ['?'])]
  if (projected !== true) marks.push('?')
  const row = db.prepare(`INSERT INTO ${buildSearchTableName(name)} VALUES (${marks.join(', ')})`)
  const entry = db.prepare(`INSERT INTO ${buildListsTableName(name)} VALUES (?, ?, ?)`)
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

export function runInTransaction<T>(db: DatabaseSync, work: () => T): T {
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
