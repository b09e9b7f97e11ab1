import type { Firestore, Transaction } from 'firebase-admin/firestore'
import type { Unit } from '#domain/store/index.ts'
import { decideUnit, type PendingWrites } from './decide.ts'
import { Loader } from './loader.ts'
import type { GetAll, DocumentReader } from './reader.ts'
import { writeDocument } from './writer.ts'

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
      if (!isLast && isOneUnitsFault(error)) return false
      for (const { reject } of units) reject(error)
      return true
    }
  }

  /** Firestore may call this several times, so it must have no effect outside the transaction. */
  async #attempt(transaction: Transaction, units: readonly Waiting[]): Promise<Outcome> {
    const getAll: GetAll = (...references) => transaction.getAll(...references)
    const loaded = new Loader(this.#reader, getAll)
    const asked = await loaded.loadFor(units.map(({ unit }) => unit))
    const pending: PendingWrites = new Map()
    const settle: (() => void)[] = []
    const postponed: Waiting[] = []
    let bytes = 0
    for (const [i, waiting] of units.entries()) {
      try {
        const { result, writes } = await decideUnit(waiting.unit, asked[i], loaded, pending)
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
const ONE_UNITS_FAULT: ReadonlySet<number> = new Set([3, 8, 11])

function isOneUnitsFault(error: unknown): boolean {
  return !isFromFirestore(error) || ONE_UNITS_FAULT.has(error.code)
}

function isFromFirestore(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
}
