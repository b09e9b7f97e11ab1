import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkChangesQuery, toIndexText } from '#core/indexing.ts'
import { type Key, type StoredDocument, wrapFoundDocuments } from '#domain/store/index.ts'
import { requireCollection, COLLECTION_NAMES } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { castQueryResults, type Store, type LogEra, type Changes, type ChangesQuery } from '#core/ports.ts'
import type { Release } from '../version.mjs'
import { createBodyCodec } from './body-codec.ts'
import { checkDatabasePages, DamageDetector } from './damage.ts'
import { SqliteIndexFollower, type IndexFollowerOptions } from './following/follower.ts'
import { type GroupWrites, SqliteGroupCommit } from './group-commit.ts'
import { DocumentCache } from './document-cache.ts'
import { SqliteAggregates } from './statistics/aggregates.ts'
import {
  buildDocumentsTableName,
  buildDeletedTableName,
  buildExitedScopesTableName,
  quoteFieldColumn,
  buildListsTableName,
  buildSearchTableName,
} from './names.ts'
import { migrateDatabase, refuseNewerLayout } from './schema.ts'
import { SqliteSearch, pickBodyColumn } from './search.ts'
import { prepareCollectionTable } from './table.ts'
import { recordRelease, refuseNewerRelease } from './written-by.ts'

/** Maximum stored eras: years of daily starts. Devices with an older era sync from the beginning. */
const MAX_ERAS = 1000

/**
 * Opens a new era of positions, from the last position in the file. Cursors from after a restored backup are thus
 * detected: either the backup lacks their era, or the era opened after the restore starts below their position.
 * @returns all eras, oldest first
 */
function openEra(db: DatabaseSync, id: string, from: number): LogEra[] {
  db.exec(
    'CREATE TABLE IF NOT EXISTS eras (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, start INTEGER NOT NULL)',
  )
  db.prepare('INSERT INTO eras (id, start) VALUES (?, ?)').run(id, from)
  db.prepare('DELETE FROM eras WHERE number <= (SELECT max(number) FROM eras) - ?').run(MAX_ERAS)
  const rows = db.prepare('SELECT id, start FROM eras ORDER BY number').all()
  return rows.map((row) => ({ id: String(row['id']), from: Number(row['start']) }))
}

const PROJECTED_COLLECTIONS = COLLECTION_NAMES.filter((name) => requireCollection(name).projected === true)
const ANSWERS = 'respuestas_formularios'
/** Size of the document cache, in characters of JSON. */
const MAX_CACHED_CHARACTERS = 32_000_000

/** Options for the detection of damage and of newer releases. */
type DamageWatchOptions = {
  /** true when the file was not closed cleanly; every page is then checked first */
  readonly isChecked?: boolean
  /** called once, with the first sign of damage */
  readonly damaged?: (error: unknown) => void
  /** the running release, which is recorded in the file; `isOlderAllowed`: also opens a file of a newer release */
  readonly release?: Release & { readonly isOlderAllowed?: boolean }
}

/**
 * Opens the store of one machine, with one process and one connection. Reads run between transactions, so they see only
 * committed data. A second connection would only add another page cache.
 * @param file path, or ':memory:'
 * @param era name of the new era, never used before
 * @param now clock in milliseconds that limits the time of groups of commits and steps; default: no time limit
 */
export function openSqliteStore(
  file: string,
  era: string = randomUUID(),
  now: () => number = () => 0,
  { isChecked = false, damaged = () => undefined, release, ...follow }: DamageWatchOptions & IndexFollowerOptions = {},
): Store {
  refuseUnusable(file, isChecked, release)
  const db = new DatabaseSync(file)
  const damage = new DamageDetector(damaged)
  try {
    // FULL: a commit returns when it is on disk. The write-ahead log grows to 32 MB before a checkpoint, because
    // answers are written once, and frequent checkpoints would only write pages twice. Pages have 4 KB: each index that
    // an answer changes costs a page in the log, a third less in all than with 8 or 16 KB.
    db.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000;
      PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;
    `)
    migrateDatabase(db)
    if (release !== undefined) recordRelease(db, release)
  } catch (error) {
    db.close()
    throw error
  }
  const tables = new Map(COLLECTION_NAMES.map((name) => [name, prepareCollectionTable(db, name)]))
  const keptCache = new DocumentCache(MAX_CACHED_CHARACTERS)
  const bodies = createBodyCodec(read)
  const search = new SqliteSearch(db, bodies)
  const follower = new SqliteIndexFollower(db, bodies, PROJECTED_COLLECTIONS, {
    now,
    damage,
    moved: () => search.forget(),
    ...follow,
  })
  /** positions of the keys in the last written group */
  const positions = new Map<Key, number>()
  let seq = readHighestPosition(db)
  const eras = openEra(db, era, seq)

  function read(key: Key): StoredDocument | undefined {
    const name = readCollectionName(key)
    const keep = requireCollection(name).kept
    const known = keep ? keptCache.get(key) : undefined
    if (known !== undefined || (keep && keptCache.isAbsent(key))) return known
    const body = tables.get(name)?.read(key)
    if (body === undefined) {
      if (keep) keptCache.putAbsent(key)
      return undefined
    }
    return keep ? keptCache.put(key, bodies.decode(body), body.length) : bodies.decode(body)
  }

  function write(pending: GroupWrites): void {
    positions.clear()
    for (const [key, content] of pending) {
      // Increased even if the transaction fails, so that a position is never used twice.
      seq += 1
      tables.get(readCollectionName(key))?.write(seq, key, content)
      positions.set(key, seq)
    }
  }

  function committed(pending: GroupWrites): void {
    for (const [key, content] of pending) {
      keptCache.drop(key)
      follower.noted(readCollectionName(key), positions.get(key) ?? 0, content)
    }
  }

  async function caughtUp<T>(collection: string, read: () => T): Promise<T> {
    await follower.caughtUp(collection)
    return damage.watch(read)
  }

  const readWatched = (key: Key): StoredDocument | undefined => damage.watch(() => read(key))
  const group = new SqliteGroupCommit({ db, bodies, read: readWatched, write, committed, now, damage })

  return {
    eras,
    forgetEras: () => {
      db.prepare('DELETE FROM eras WHERE id <> ?').run(era)
      eras.splice(0, eras.length - 1)
    },
    getMany: async (keys) => wrapFoundDocuments(new Map(keys.map((key) => [key, readWatched(key)]))),
    get: async <T extends StoredDocument>(key: Key<T>) => readWatched(key) as T | undefined,
    ...castQueryResults({
      query: (query) => caughtUp(query.collection, () => search.query(query)),
      changes: (query) => caughtUp(query.collection, () => readChanges(search, query)),
    }),
    count: (query) => caughtUp(query.collection, () => search.count(query)),
    following: follower,
    statistics: new SqliteAggregates({ db, bodies, damage, now, caughtUp: () => follower.caughtUp(ANSWERS) }),
    commit: (unit) => group.add(unit),
    isDamaged: () => damage.is,
    close: async () => {
      if (!db.isOpen) return
      group.close()
      // Closing would checkpoint the log into the damaged file. Both stay unchanged for recovery.
      if (damage.is) return
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}

/**
 * Throws for a damaged file, and for one that a newer release has written. Opens the file for reading, because closing
 * a file opened for writing checkpoints and deletes the log, and the next start would report it as missing.
 */
function refuseUnusable(file: string, isChecked: boolean, release: DamageWatchOptions['release']): void {
  if (file === ':memory:' || !existsSync(file) || statSync(file).size === 0) return
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    if (isChecked) checkDatabasePages(db)
    refuseNewerLayout(db)
    if (release !== undefined && release.isOlderAllowed !== true) refuseNewerRelease(db, release)
  } finally {
    db.close()
  }
}

/** Returns the highest position that any reader may have seen. */
function readHighestPosition(db: DatabaseSync): number {
  const parts = COLLECTION_NAMES.flatMap((name) => [
    `SELECT max(id) AS n FROM ${buildDocumentsTableName(name)}`,
    `SELECT max(seq) FROM ${buildExitedScopesTableName(name)}`,
  ])
  for (const name of PROJECTED_COLLECTIONS) parts.push(`SELECT max(seq) FROM ${buildDeletedTableName(name)}`)
  parts.push('SELECT max(position) FROM projections')
  const positions = parts.map((part) => Number(Object.values(db.prepare(part).get() ?? {})[0] ?? 0))
  return Math.max(0, ...positions)
}

/** Change in the scope: a document that is in it (`here`), or has left it. */
type ChangeStep = { readonly seq: number; readonly key: Key; readonly here: boolean }

/**
 * Merges documents in the scope and documents that left it, in order of change. Each source is read one row beyond the
 * page. Changes after the last row of a source that has more rows wait for the next page, so that no row is skipped.
 */
function readChanges(search: SqliteSearch, query: ChangesQuery): Changes {
  checkChangesQuery(requireCollection(query.collection), query)
  const values = [...new Set(query.values.map(toIndexText))]
  const sources = values.flatMap((value) => [
    listPresentSteps(search, query, value),
    readLeftSteps(search, query, value),
  ])
  const cut = sources.filter((source) => source.length > query.limit)
  const maxReadPosition = Math.min(...cut.map((source) => source.at(-1)?.seq ?? Infinity))
  const steps = sources
    .flat()
    .filter((step) => step.seq <= maxReadPosition)
    .sort(compareSteps)

  const entries = new Map<Key, StoredDocument | undefined>()
  let position = query.after
  for (const step of steps) {
    // A document that left one value of the scope but has another is reported only at its current position.
    if (step.here || !isPresent(search, query, values, step.key)) {
      if (entries.size >= query.limit && !entries.has(step.key))
        return { entries: toChangeEntries(entries), position, more: true }
      entries.set(step.key, step.here ? readDocumentAt(search, query, step.seq) : undefined)
    }
    position = step.seq
  }
  return { entries: toChangeEntries(entries), position, more: cut.length > 0 }
}

/** Order by position. A write that moves a document between scopes has two steps: its addition comes first. */
function compareSteps(a: ChangeStep, b: ChangeStep): number {
  return a.seq - b.seq || Number(b.here) - Number(a.here)
}

function toChangeEntries(entries: ReadonlyMap<Key, StoredDocument | undefined>): Changes['entries'] {
  return [...entries].map(([key, document]) => ({ key, document }))
}

function listPresentSteps(
  search: SqliteSearch,
  { collection, field, after, limit }: ChangesQuery,
  value: string,
): readonly ChangeStep[] {
  const table = buildSearchTableName(collection)
  const array = requireCollection(collection).arrays.indexOf(field)
  const from =
    array < 0
      ? `SELECT id, key FROM ${table} WHERE ${quoteFieldColumn(field)} = ? AND id > ? ORDER BY id`
      : `SELECT l.id, d.key FROM ${buildListsTableName(collection)} l CROSS JOIN ${table} d ON d.id = l.id
       WHERE l.field = ${array} AND l.value = ? AND l.id > ? ORDER BY l.id`
  const found = search.prepare(`${from} LIMIT ?`).all(value, after, limit + 1)
  return found.map((row) => ({ seq: Number(row['id']), key: String(row['key']), here: true }))
}

function readLeftSteps(
  search: SqliteSearch,
  { collection, field, after, limit }: ChangesQuery,
  value: string,
): readonly ChangeStep[] {
  const statement = `SELECT seq, key FROM ${buildExitedScopesTableName(collection)} WHERE field = ? AND value = ? AND seq > ? ORDER BY seq LIMIT ?`
  const rows = search.prepare(statement).all(field, value, after, limit + 1)
  return rows.map((row) => ({ seq: Number(row['seq']), key: String(row['key']), here: false }))
}

function isPresent(
  search: SqliteSearch,
  { collection, field }: ChangesQuery,
  values: readonly string[],
  key: Key,
): boolean {
  const array = requireCollection(collection).arrays.indexOf(field)
  const what = array < 0 ? quoteFieldColumn(field) : 'lists'
  const foundValue = search
    .prepare(
      `SELECT ${what} AS found FROM ${buildSearchTableName(collection)} WHERE id = (SELECT id FROM ${buildDocumentsTableName(collection)} WHERE key = ?)`,
    )
    .get(key)?.['found']
  if (typeof foundValue !== 'string') return false
  const current = array < 0 ? [foundValue] : ((JSON.parse(foundValue) as readonly (readonly string[])[])[array] ?? [])
  return current.some((value) => values.includes(value))
}

function readDocumentAt(search: SqliteSearch, query: ChangesQuery, seq: number): StoredDocument | undefined {
  const { collection, summaries } = query
  const body = search
    .prepare(`SELECT ${pickBodyColumn(query)} AS body FROM ${buildSearchTableName(collection)} WHERE id = ?`)
    .get(seq)
  return typeof body?.['body'] === 'string' ? search.given(body['body'], summaries) : undefined
}
