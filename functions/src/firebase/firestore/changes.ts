import type {
  DocumentReference,
  DocumentSnapshot,
  Transaction,
  Firestore,
  Query as FirestoreQuery,
  QueryDocumentSnapshot,
} from 'firebase-admin/firestore'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { listFollowedFields } from '#core/collection.ts'
import { requireCollection } from '#core/collections.ts'
import { checkChangesQuery, toIndexText } from '#core/indexing.ts'
import type { Changes, ChangesQuery } from '#core/ports.ts'
import {
  splitIntoChunks,
  CHANGED_AT_FIELD,
  toFirestoreFieldName,
  openCollectionGroup,
  KEY_FIELD,
  buildExitedScopesCollection,
  toMicroseconds,
  SCOPE_FIELD,
  formatScope,
  toTimestamp,
} from './layout.ts'
import type { DocumentReader } from './reader.ts'
import { readSummaryEntry, type SearchContext } from './search.ts'
import { readStoredScopes } from './writer.ts'

/** Change in the scope: a document that is in it (`here`), or has left it. */
type ScopeEvent = { readonly position: number; readonly key: Key; readonly here: boolean }

/** Maximum microseconds between a request's time and its commit, longer than any Firestore transaction (270 s). */
const MAX_COMMIT_DELAY = 300_000_000
/** Maximum microseconds by which clocks of Firestore's machines may differ. */
const SKEW = 1_000_000

/** Returns two sources for each group of values: documents that are present, and markers of documents that left. */
function createSources(
  firestore: Firestore,
  transaction: Transaction,
  query: ChangesQuery,
  chunks: readonly (readonly string[])[],
): readonly ChangeSource[] {
  const { collection, field } = query
  const contains = requireCollection(collection).arrays.includes(field) ? 'array-contains-any' : 'in'
  return chunks.flatMap((chunk) => [
    new ChangeSource(
      transaction,
      openCollectionGroup(firestore, collection).where(toFirestoreFieldName(field), contains, chunk),
      query,
      true,
    ),
    new ChangeSource(
      transaction,
      firestore.collection(buildExitedScopesCollection(collection)).where(
        SCOPE_FIELD,
        'in',
        chunk.map((value) => formatScope(field, value)),
      ),
      query,
      false,
    ),
  ])
}

/** A query that is read in batches, in order of the requests' times. */
class ChangeSource {
  /** changes after the requested position, unordered */
  readonly steps: ScopeEvent[] = []
  /** lower bound for the positions of all changes not read yet; Infinity: all are read */
  horizon = -Infinity
  readonly #transaction: Transaction
  readonly #query: FirestoreQuery
  readonly #after: number
  readonly #here: boolean
  readonly #batch: number
  #last: QueryDocumentSnapshot | undefined

  constructor(transaction: Transaction, scope: FirestoreQuery, { after, limit }: ChangesQuery, isHere: boolean) {
    this.#transaction = transaction
    this.#after = after
    this.#here = isHere
    this.#batch = limit + 1
    const from =
      after <= MAX_COMMIT_DELAY ? scope : scope.where(CHANGED_AT_FIELD, '>', toTimestamp(after - MAX_COMMIT_DELAY))
    this.#query = from.orderBy(CHANGED_AT_FIELD).select(KEY_FIELD, CHANGED_AT_FIELD).limit(this.#batch)
  }

  get isFinished(): boolean {
    return this.horizon === Infinity
  }

  async readOn(): Promise<void> {
    if (this.isFinished) return
    const { docs } = await this.#transaction.get(
      this.#last === undefined ? this.#query : this.#query.startAfter(this.#last),
    )
    this.#last = docs.at(-1)
    for (const doc of docs) {
      const position = commitPosition(doc)
      if (position > this.#after) this.steps.push({ position, key: String(doc.get(KEY_FIELD)), here: this.#here })
    }
    this.horizon = docs.length < this.#batch || this.#last === undefined ? Infinity : requestTime(this.#last) - SKEW
  }
}

/**
 * Returns the commit time, but at most MAX_COMMIT_DELAY after the request. After an import, commit times are much later
 * than requests, and queries would no longer find the documents.
 */
function commitPosition(snapshot: QueryDocumentSnapshot): number {
  return Math.min(toMicroseconds(snapshot.updateTime), requestTime(snapshot) + MAX_COMMIT_DELAY)
}

function requestTime(snapshot: QueryDocumentSnapshot): number {
  return toMicroseconds(snapshot.get(CHANGED_AT_FIELD))
}

/**
 * Returns changes after a position, in order of commit (README.md, "The position of a change"). Reads everything in one
 * read-only transaction, at one instant. Otherwise a document that moves between the values of two queries could be
 * missed.
 */
export function readChanges(
  { firestore, reader, valuesPerQuery }: SearchContext,
  query: ChangesQuery,
): Promise<Changes> {
  checkChangesQuery(requireCollection(query.collection), query, listFollowedFields)
  const values = [...new Set(query.values.map(toIndexText))]
  const chunks = splitIntoChunks(values, valuesPerQuery)
  return firestore.runTransaction(
    (transaction) =>
      new Page({
        transaction,
        reader,
        query,
        values,
        sources: createSources(firestore, transaction, query, chunks),
      }).read(),
    { readOnly: true },
  )
}

type PageParts = {
  readonly transaction: Transaction
  readonly reader: DocumentReader
  readonly query: ChangesQuery
  readonly values: readonly string[]
  readonly sources: readonly ChangeSource[]
}

class Page {
  readonly #transaction: Transaction
  readonly #reader: DocumentReader
  readonly #query: ChangesQuery
  readonly #values: readonly string[]
  readonly #sources: readonly ChangeSource[]
  readonly #present = new Map<Key, boolean>()
  readonly #getAll: (...references: DocumentReference[]) => Promise<DocumentSnapshot[]>

  constructor({ transaction, reader, query, values, sources }: PageParts) {
    this.#transaction = transaction
    this.#getAll = (...references) => this.#transaction.getAll(...references)
    this.#reader = reader
    this.#query = query
    this.#values = values
    this.#sources = sources
  }

  async read(): Promise<Changes> {
    for (;;) {
      await Promise.all(this.#sources.map((source) => source.readOn()))
      const open = this.#sources.some((source) => !source.isFinished)
      const horizon = Math.min(...this.#sources.map((source) => source.horizon))
      const steps = this.#sources
        .flatMap((source) => source.steps)
        .filter((step) => step.position < horizon)
        .sort(compareScopeEvents)
      await this.#lookFor(steps.filter((step) => !step.here))
      const page = this.#fill(steps)
      // Continues until the page is full or all sources are finished. Changes beyond the horizon may be incomplete.
      if (page.full || !open)
        return { entries: await this.#entries(page.keys), position: page.position, more: page.full }
    }
  }

  /** Selects as many documents as requested, or more if one commit wrote them: a position cannot be within a commit. */
  #fill(steps: readonly ScopeEvent[]) {
    const keys = new Map<Key, boolean>()
    let position = this.#query.after
    for (const step of steps) {
      // A document that left one value of the scope but has another is reported only at its current position.
      if (step.here || this.#present.get(step.key) !== true) {
        if (keys.size >= this.#query.limit && !keys.has(step.key) && step.position > position)
          return { keys, position, full: true }
        keys.set(step.key, step.here || keys.get(step.key) === true)
      }
      position = step.position
    }
    return { keys, position, full: false }
  }

  /** Checks which of the documents that left a value have another value of the scope. */
  async #lookFor(steps: readonly ScopeEvent[]): Promise<void> {
    const unknown = [...new Set(steps.map((step) => step.key))].filter((key) => !this.#present.has(key))
    for (const head of await this.#reader.heads(unknown, this.#getAll)) {
      const scopes = head.exists ? readStoredScopes(head, this.#query.field) : []
      this.#present.set(
        head.ref.path,
        scopes.some((value) => this.#values.includes(value)),
      )
    }
  }

  async #entries(keys: ReadonlyMap<Key, boolean>): Promise<Changes['entries']> {
    const emailKeys = [...keys].flatMap(([key, isHere]) => (isHere ? [key] : []))
    const loaded =
      this.#query.summaries === true
        ? (await this.#reader.heads(emailKeys, this.#getAll)).filter(({ exists }) => exists).map(readSummaryEntry)
        : [...(await this.#reader.read(emailKeys, this.#getAll))].map(([key, { document }]) => ({ key, document }))
    const documents = new Map<Key, StoredDocument | undefined>(loaded.map(({ key, document }) => [key, document]))
    return [...keys.keys()].map((key) => ({ key, document: documents.get(key) }))
  }
}

/** Orders by position. Within a commit, additions are before removals. */
function compareScopeEvents(a: ScopeEvent, b: ScopeEvent): number {
  return a.position - b.position || Number(b.here) - Number(a.here)
}
