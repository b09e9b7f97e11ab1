import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type Key, type StoredDocument, foundIn } from '#domain/store/index.ts'
import { collectionNamed, COLLECTION_NAMES } from '#core/collections.ts'
import { collectionOf } from '#core/document-keys.ts'
import { searching, type Store } from '#core/ports.ts'
import { createBodyCodec } from './body-codec.ts'
import { readChanges } from './changes.ts'
import { checkQuickly, Damage } from './damage.ts'
import { openEra } from './eras.ts'
import { Follower, type FollowOptions } from './following/follower.ts'
import { type PendingWrites, GroupCommit } from './group-commit.ts'
import { DocumentCache } from './document-cache.ts'
import { SqliteAggregates } from './statistics/aggregates.ts'
import { docs, gone, left } from './names.ts'
import { migrate } from './schema.ts'
import { Search } from './search.ts'
import { tableOf } from './table.ts'

const PROJECTED = COLLECTION_NAMES.filter((name) => collectionNamed(name).projected === true)
const ANSWERS = 'respuestas_formularios'
/** Characters of JSON that may be kept parsed. */
const KEPT_CHARACTERS = 32_000_000

/** How a store looks after itself. */
type Watch = {
  /** it was not closed cleanly: every page is read before it is used */
  readonly isChecked?: boolean
  /** called once, with the first sign of damage */
  readonly damaged?: (error: unknown) => void
}

/**
 * The store of one machine. One process, one connection: reads run between transactions, so they see what is committed
 * and nothing else; a second connection would only add a copy of the page cache.
 * @param file path, or ':memory:'
 * @param era name of the positions that this opening will give: never the same twice
 * @param now milliseconds, for a server that others wait for: after 50 of deciding, a group of commits makes room for
 * them; without it the machine's speed changes nothing
 */
export function openSqliteStore(
  file: string,
  era: string = randomUUID(),
  now: () => number = () => 0,
  { isChecked = false, damaged = () => undefined, ...follow }: Watch & FollowOptions = {},
): Store {
  const db = new DatabaseSync(file)
  const damage = new Damage(damaged)
  try {
    if (isChecked) checkQuickly(db)
    // FULL: a commit returns when the disk has it. The write-ahead log grows to 32 MB before it is folded in: answers
    // are written once, so folding in often would only write every page twice sooner. Pages of 4 KB: the indexes that
    // an answer touches cost a page each in the log, measured a third less than with 8 or 16 KB.
    db.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000;
      PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;
    `)
    migrate(db)
  } catch (error) {
    db.close()
    throw error
  }
  const tables = new Map(COLLECTION_NAMES.map((name) => [name, tableOf(db, name)]))
  const kept = new DocumentCache(KEPT_CHARACTERS)
  const bodies = createBodyCodec(read)
  const search = new Search(db, bodies)
  const follower = new Follower(db, bodies, PROJECTED, { now, damage, moved: () => search.forget(), ...follow })
  /** of the last group that was written */
  const positions = new Map<Key, number>()
  let seq = lastPosition(db)
  const eras = openEra(db, era, seq)

  function read(key: Key): StoredDocument | undefined {
    const name = collectionOf(key)
    const keep = collectionNamed(name).kept
    const known = keep ? kept.get(key) : undefined
    if (known !== undefined || (keep && kept.isAbsent(key))) return known
    const body = tables.get(name)?.read(key)
    if (body === undefined) {
      if (keep) kept.putAbsent(key)
      return undefined
    }
    return keep ? kept.put(key, bodies.decode(body), body.length) : bodies.decode(body)
  }

  function write(pending: PendingWrites): void {
    positions.clear()
    for (const [key, content] of pending) {
      // Counted on even when the transaction fails: a position must never be given twice.
      seq += 1
      tables.get(collectionOf(key))?.write(seq, key, content)
      positions.set(key, seq)
    }
  }

  function committed(pending: PendingWrites): void {
    for (const [key, content] of pending) {
      kept.drop(key)
      follower.noted(collectionOf(key), positions.get(key) ?? 0, content)
    }
  }

  async function caughtUp<T>(collection: string, read: () => T): Promise<T> {
    await follower.caughtUp(collection)
    return damage.watch(read)
  }

  const readWatched = (key: Key): StoredDocument | undefined => damage.watch(() => read(key))
  const group = new GroupCommit({ db, bodies, read: readWatched, write, committed, now, damage })

  return {
    eras,
    getMany: async (keys) => foundIn(new Map(keys.map((key) => [key, readWatched(key)]))),
    get: async <T extends StoredDocument>(key: Key<T>) => readWatched(key) as T | undefined,
    ...searching({
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
      // Closing would fold the log into a broken file; both stay as they are, to save what can be saved.
      if (damage.is) return
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}

/** The highest position that any reader can have seen. */
function lastPosition(db: DatabaseSync): number {
  const parts = COLLECTION_NAMES.flatMap((name) => [
    `SELECT max(id) AS n FROM ${docs(name)}`,
    `SELECT max(seq) FROM ${left(name)}`,
  ])
  for (const name of PROJECTED) parts.push(`SELECT max(seq) FROM ${gone(name)}`)
  parts.push('SELECT max(position) FROM projections')
  const positions = parts.map((part) => Number(Object.values(db.prepare(part).get() ?? {})[0] ?? 0))
  return Math.max(0, ...positions)
}
