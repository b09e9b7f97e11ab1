import type { DocumentReference, DocumentSnapshot, Transaction } from 'firebase-admin/firestore'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { followedFields } from '#core/collection.ts'
import { collectionNamed } from '#core/collections.ts'
import { checkChanges, indexText } from '#core/indexing.ts'
import type { Changes, ChangesQuery } from '#core/ports.ts'
import { splitIntoChunks } from './layout.ts'
import type { DocumentReader } from './reader.ts'
import { summaryIn, type SearchContext } from './search.ts'
import { type ChangeSource, createSources, type ScopeEvent } from './source.ts'
import { storedScopes } from './writer.ts'

/**
 * Returns changes after a position, in order of commit (README.md, "The position of a change"). Reads everything in one
 * read-only transaction, at one instant. Otherwise a document that moves between the values of two queries could be
 * missed.
 */
export function readChanges(
  { firestore, reader, valuesPerQuery }: SearchContext,
  query: ChangesQuery,
): Promise<Changes> {
  checkChanges(collectionNamed(query.collection), query, followedFields)
  const values = [...new Set(query.values.map(indexText))]
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
      // Reads on until the page is full or all sources are finished. Changes beyond the horizon may be incomplete.
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
      const scopes = head.exists ? storedScopes(head, this.#query.field) : []
      this.#present.set(
        head.ref.path,
        scopes.some((value) => this.#values.includes(value)),
      )
    }
  }

  async #entries(keys: ReadonlyMap<Key, boolean>): Promise<Changes['entries']> {
    const here = [...keys].flatMap(([key, isHere]) => (isHere ? [key] : []))
    const loaded =
      this.#query.summaries === true
        ? (await this.#reader.heads(here, this.#getAll)).filter(({ exists }) => exists).map(summaryIn)
        : [...(await this.#reader.read(here, this.#getAll))].map(([key, { document }]) => ({ key, document }))
    const documents = new Map<Key, StoredDocument | undefined>(loaded.map(({ key, document }) => [key, document]))
    return [...keys.keys()].map((key) => ({ key, document: documents.get(key) }))
  }
}

/** Orders by position. Within a commit, additions are before removals. */
function compareScopeEvents(a: ScopeEvent, b: ScopeEvent): number {
  return a.position - b.position || Number(b.here) - Number(a.here)
}
