import type { Firestore, Transaction, DocumentSnapshot } from 'firebase-admin/firestore'
import { readCollectionName } from '#core/document-keys.ts'
import { runUnit } from '#core/run-unit.ts'
import {
  wrapFoundDocuments,
  wrapPartlyFoundDocuments,
  type Unit,
  type Decision,
  type FoundDocuments,
  type Key,
  type StoredDocument,
} from '#domain/store/index.ts'
import { packContent, type PackedContent } from './content.ts'
import type { GetAll, DocumentReader } from './reader.ts'
import { writeDocument } from './writer.ts'

/** Maximum rounds of reading for a unit. A unit that needs more is in a loop. */
const MAX_ROUNDS = 20

/** Documents read in one attempt of a transaction. Firestore requires all reads before the first write. */
class Loader {
  readonly #reader: DocumentReader
  readonly #getAll: GetAll
  readonly #documents = new Map<Key, StoredDocument | undefined>()
  readonly #heads = new Map<Key, DocumentSnapshot>()

  constructor(reader: DocumentReader, getAll: GetAll) {
    this.#reader = reader
    this.#getAll = getAll
  }

  async load(keys: readonly Key[]): Promise<void> {
    for (const [key, { document, head }] of await this.#reader.read(
      keys.filter((key) => !this.#heads.has(key)),
      this.#getAll,
    )) {
      this.#documents.set(key, document)
      this.#heads.set(key, head)
    }
  }

  /**
   * Loads the documents of all units together, in rounds. @returns the documents of each unit; undefined for a unit
   * that failed or needs too many rounds
   */
  async loadFor(units: readonly Unit<unknown>[]): Promise<readonly (FoundDocuments | undefined)[]> {
    const known = units.map(() => new Map<Key, StoredDocument | undefined>())
    const found = known.map(wrapPartlyFoundDocuments)
    const foundDocuments: (FoundDocuments | undefined)[] = units.map(() => undefined)
    let open = units.map((_, i) => i)
    for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
      const fresh = new Map<number, readonly Key[]>()
      for (const i of open) {
        const keys = listKeysToLoad(units[i], found[i])
        if (keys?.length === 0) foundDocuments[i] = wrapFoundDocuments(known[i] ?? new Map())
        else if (keys !== undefined) fresh.set(i, keys)
      }
      await this.load([...fresh.values()].flat())
      for (const [i, keys] of fresh) for (const key of keys) known[i]?.set(key, this.#documents.get(key))
      open = [...fresh.keys()]
    }
    return foundDocuments
  }

  read(key: Key): StoredDocument | undefined {
    if (!this.#heads.has(key)) throw new NotLoadedError(key)
    return this.#documents.get(key)
  }

  head(key: Key): DocumentSnapshot {
    const head = this.#heads.get(key)
    if (head === undefined) throw new NotLoadedError(key)
    return head
  }
}

class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
  readonly key: Key

  constructor(key: Key) {
    super(`${key} was not read`)
    this.key = key
  }
}

/** @returns keys that the unit still needs; undefined if the unit throws, because it throws again when it is decided */
function listKeysToLoad(
  unit: Unit<unknown> | undefined,
  documents: FoundDocuments | undefined,
): readonly Key[] | undefined {
  try {
    const keys = unit?.keysFor(documents ?? wrapPartlyFoundDocuments(new Map())) ?? []
    for (const key of keys) readCollectionName(key)
    return keys.filter((key) => documents?.has(key) !== true)
  } catch {
    return undefined
  }
}

/** Limits of a group: the first that is reached ends it. Firestore allows 10 MiB per commit. */
const MAX_UNITS = 100
const MAX_BYTES = 6_000_000
/**
 * Maximum attempts of a transaction: other instances write to the same counters. The client library waits in between.
 */
const MAX_ATTEMPTS = 12

type Waiting = {
  readonly unit: Unit<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

type Outcome = { readonly settle: readonly (() => void)[]; readonly postponed: readonly Waiting[] }

/**
 * Combines many commits into one transaction. Units that arrive while a group is running wait for the next group. In a
 * group, units run one after another, and each reads the writes of earlier units. Units of one instance therefore never
 * compete for a municipality's counter, which Firestore can update only a few times a second.
 */
export class FirestoreGroupCommit {
  readonly #firestore: Firestore
  readonly #reader: DocumentReader
  #queue: Waiting[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(firestore: Firestore, reader: DocumentReader) {
    this.#firestore = firestore
    this.#reader = reader
  }

  add<R>(unit: Unit<R>): Promise<R> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'))
    return new Promise<R>((resolve, reject) => {
      this.#queue.push({ unit, resolve: resolve as (result: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  /** Rejects later units. Resolves when all queued units are settled. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #run(): Promise<void> {
    // Waits for pending socket input, so that requests that arrived together share a transaction.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#queue.length > 0) {
      const units = this.#queue.splice(0, MAX_UNITS)
      if (!(await this.#commit(units, units.length === 1))) for (const unit of units) await this.#commit([unit], true)
    }
    this.#running = undefined
  }

  /** @returns false when each unit must be committed alone, because one of them may be at fault */
  async #commit(units: readonly Waiting[], isLast: boolean): Promise<boolean> {
    try {
      const { settle, postponed } = await this.#firestore.runTransaction(
        (transaction) => this.#attempt(transaction, units),
        { maxAttempts: MAX_ATTEMPTS },
      )
      this.#queue = [...postponed, ...this.#queue]
      for (const one of settle) one()
      return true
    } catch (error) {
      if (!isLast && isSingleUnitError(error)) return false
      for (const { reject } of units) reject(error)
      return true
    }
  }

  /** Firestore may call this several times, so it must have no effect outside the transaction. */
  async #attempt(transaction: Transaction, units: readonly Waiting[]): Promise<Outcome> {
    const getAll: GetAll = (...references) => transaction.getAll(...references)
    const loaded = new Loader(this.#reader, getAll)
    const requestedDocuments = await loaded.loadFor(units.map(({ unit }) => unit))
    const pending: PendingWrites = new Map()
    const settle: (() => void)[] = []
    const postponed: Waiting[] = []
    let bytes = 0
    for (const [i, waiting] of units.entries()) {
      try {
        const { result, writes } = await decideUnit(waiting.unit, requestedDocuments[i], loaded, pending)
        const size = [...writes.values()].reduce((sum, content) => sum + (content?.bytes ?? 0), 0)
        if (bytes > 0 && bytes + size > MAX_BYTES) {
          postponed.push(...units.slice(i))
          break
        }
        bytes += size
        for (const [key, content] of writes) pending.set(key, content)
        settle.push(() => waiting.resolve(result))
      } catch (error) {
        if (isFromFirestore(error)) throw error
        settle.push(() => waiting.reject(error))
      }
    }
    await loaded.load([...pending.keys()])
    for (const [key, content] of pending)
      writeDocument(this.#firestore, transaction, { key, content, before: loaded.head(key) })
    return { settle, postponed }
  }
}

/**
 * Firestore's error codes that a single unit may cause: INVALID_ARGUMENT, RESOURCE_EXHAUSTED (the commit is too large)
 * and OUT_OF_RANGE.
 */
const SINGLE_UNIT_ERRORS: ReadonlySet<number> = new Set([3, 8, 11])

function isSingleUnitError(error: unknown): boolean {
  return !isFromFirestore(error) || SINGLE_UNIT_ERRORS.has(error.code)
}

function isFromFirestore(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
}

/** Writes of a group's units by key; `undefined` is a deletion. Only the last content of a key is stored. */
type PendingWrites = Map<Key, PackedContent | undefined>

/**
 * Runs a unit, and throws its errors. @param requestedDocuments documents read before the group's earlier units ran
 * @param pending writes of these units
 */
async function decideUnit<R>(
  unit: Unit<R>,
  requestedDocuments: FoundDocuments | undefined,
  loader: Loader,
  pending: PendingWrites,
): Promise<{ readonly result: R; readonly writes: PendingWrites }> {
  const isFresh = requestedDocuments !== undefined && ![...requestedDocuments.keys()].some((key) => pending.has(key))
  const { result, writes } = isFresh ? unit.decide(requestedDocuments) : await retryDecide(unit, loader, pending)
  const contents: PendingWrites = new Map()
  for (const write of writes) {
    readCollectionName(write.key)
    contents.set(write.key, write.kind === 'set' ? packContent(write.key, write.document) : undefined)
  }
  return { result, writes: contents }
}

async function retryDecide<R>(unit: Unit<R>, loader: Loader, pending: PendingWrites): Promise<Decision<R>> {
  const read = (key: Key): StoredDocument | undefined => {
    if (!pending.has(key)) return loader.read(key)
    const content = pending.get(key)
    return content && (JSON.parse(content.json) as StoredDocument)
  }
  for (let round = 0; ; round += 1) {
    try {
      return runUnit(unit, read)
    } catch (error) {
      // An earlier unit's write made this unit read a document that is not loaded yet.
      if (!(error instanceof NotLoadedError) || round >= MAX_ROUNDS) throw error
      await loader.load([error.key])
    }
  }
}
