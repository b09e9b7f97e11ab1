import type { DatabaseSync } from 'node:sqlite'
import type { Key, StoredDocument, Unit } from '#domain/store/index.ts'
import { requireCollection } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { extractIndexValues } from '#core/indexing.ts'
import { DiskFullError } from '#core/ports.ts'
import { runUnit } from '#core/run-unit.ts'
import type { BodyCodec } from './body-codec.ts'
import { SQLITE_CODES, readSqliteCode } from './codes.ts'
import type { DamageDetector } from './damage.ts'
import type { RowContent } from './table.ts'

/**
 * Limits of a group. The first that is reached ends the group, which bounds its memory and the time it blocks the
 * thread.
 */
const MAX_UNITS = 256
const MAX_CHARACTERS = 8_000_000
/** Time limit for running a group's units. An answer of ten thousand rows uses it up, and delays only its own group. */
const MAX_MILLISECONDS = 50

type Waiting = {
  readonly unit: Unit<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** Writes of the open group by key; `undefined` is a deletion. Only the last content of a key is stored. */
export type GroupWrites = Map<Key, RowContent | undefined>

export type GroupCommitParts = {
  readonly db: DatabaseSync
  readonly bodies: BodyCodec
  /** reads a committed document */
  readonly read: (key: Key) => StoredDocument | undefined
  /** called inside the transaction */
  readonly write: (pending: GroupWrites) => void
  /** milliseconds */
  readonly now: () => number
  readonly damage: DamageDetector
  /** called once the transaction is on disk */
  readonly committed: (pending: GroupWrites) => void
}

/**
 * Combines many commits into one transaction and one disk sync. Units that arrive while the loop is busy are queued.
 * They run one after another, and each reads the writes of earlier units. Their promises resolve only after COMMIT has
 * returned.
 * Scheduled with setImmediate, which runs after all pending socket input, so that requests that arrived together share
 * a transaction. A microtask would run before the next request is read, so each group would have one unit.
 */
export class SqliteGroupCommit {
  readonly #parts: GroupCommitParts
  readonly #queue: Waiting[] = []
  #scheduled = false
  #closed = false

  constructor(parts: GroupCommitParts) {
    this.#parts = parts
  }

  add<R>(unit: Unit<R>): Promise<R> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'))
    return new Promise<R>((resolve, reject) => {
      this.#queue.push({ unit, resolve: resolve as (result: unknown) => void, reject })
      this.#schedule()
    })
  }

  /** Runs the queued units, and rejects later ones. */
  close(): void {
    this.#closed = true
    while (this.#queue.length > 0) this.#flush()
  }

  #schedule(): void {
    if (this.#scheduled || this.#queue.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
      this.#schedule()
    })
  }

  #flush(): void {
    const group = this.#takeGroup()
    if (group.units === 0) return
    try {
      this.#persist(group.pending)
      for (const settle of group.settle) settle()
    } catch (thrown) {
      const error = isFull(thrown) ? new DiskFullError('The disk of the database is full', { cause: thrown }) : thrown
      if (group.waiting.length === 1 || !isSingleUnitError(error))
        for (const waiting of group.waiting) waiting.reject(error)
      // Runs each unit again in its own transaction, so that only the faulty unit is rejected.
      else for (const waiting of group.waiting) this.#alone(waiting)
    }
  }

  /** Runs the first units of the queue. A unit that throws is rejected, and its writes are dropped. */
  #takeGroup() {
    const pending: GroupWrites = new Map()
    const waiting: Waiting[] = []
    const settle: (() => void)[] = []
    let characters = 0
    let units = 0
    const began = this.#parts.now()
    while (units < MAX_UNITS && characters < MAX_CHARACTERS && this.#parts.now() - began < MAX_MILLISECONDS) {
      const next = this.#queue.shift()
      if (next === undefined) break
      units += 1
      const decided = this.#decide(next, pending)
      if (decided === undefined) continue
      for (const [key, content] of decided.writes) {
        pending.set(key, content)
        characters += content?.body.length ?? 0
      }
      waiting.push(next)
      settle.push(() => next.resolve(decided.result))
    }
    return { pending, waiting, settle, units }
  }

  #decide(
    waiting: Waiting,
    pending: GroupWrites,
  ): { readonly result: unknown; readonly writes: GroupWrites } | undefined {
    try {
      const { result, writes } = runUnit(waiting.unit, (key) => this.#readThrough(key, pending))
      const contents: GroupWrites = new Map()
      for (const write of writes)
        contents.set(write.key, this.#contentOf(write.key, write.kind === 'set' ? write.document : undefined))
      return { result, writes: contents }
    } catch (error) {
      waiting.reject(error)
      return undefined
    }
  }

  #readThrough(key: Key, pending: GroupWrites): StoredDocument | undefined {
    if (!pending.has(key)) return this.#parts.read(key)
    const content = pending.get(key)
    return content && this.#parts.bodies.decode(content.body)
  }

  #contentOf(key: Key, document: StoredDocument | undefined): RowContent | undefined {
    const collection = requireCollection(readCollectionName(key))
    const body = document === undefined ? undefined : this.#parts.bodies.encode(key, document)
    if (collection.lasting === true) this.#checkLasting(key, body)
    if (document === undefined || body === undefined) return undefined
    return {
      document,
      body,
      extracted: collection.projected === true ? undefined : extractIndexValues(collection, document),
    }
  }

  /** Throws if a lasting document, to which others refer, would change. The same content again is allowed. */
  #checkLasting(key: Key, body: string | undefined): void {
    const stored = this.#parts.read(key)
    if (stored !== undefined && body !== JSON.stringify(stored)) throw new Error(`${key} is kept for ever as it is`)
  }

  #persist(pending: GroupWrites): void {
    if (pending.size === 0) return
    const { db, damage } = this.#parts
    damage.refuseWrites()
    try {
      db.exec('BEGIN IMMEDIATE')
      this.#parts.write(pending)
      db.exec('COMMIT')
    } catch (error) {
      damage.note(error)
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
    this.#parts.committed(pending)
  }

  #alone(waiting: Waiting): void {
    const decided = this.#decide(waiting, new Map())
    if (decided === undefined) return
    try {
      this.#persist(decided.writes)
      waiting.resolve(decided.result)
    } catch (error) {
      waiting.reject(error)
    }
  }
}

/**
 * SQLite errors caused by a single write: too big, constraint, mismatch. Other errors, such as of a full or failing
 * disk, would only occur again for each unit.
 */
const SINGLE_UNIT_ERRORS: ReadonlySet<number> = new Set([
  SQLITE_CODES.TOOBIG,
  SQLITE_CODES.CONSTRAINT,
  SQLITE_CODES.MISMATCH,
])

function isSingleUnitError(error: unknown): boolean {
  if (error instanceof DiskFullError) return false
  const code = readSqliteCode(error)
  return code === undefined || SINGLE_UNIT_ERRORS.has(code)
}

function isFull(error: unknown): boolean {
  return readSqliteCode(error) === SQLITE_CODES.FULL
}
