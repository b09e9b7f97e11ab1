import type { DatabaseSync } from 'node:sqlite'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { Collection } from '#core/collections.ts'

/** Data derived from the documents of a collection, read only by lists and searches. */
export type Projection = {
  /** version text; if it differs from the stored text, the data is rebuilt. Undefined: not for this collection */
  readonly declaration: (collection: Collection) => string | undefined
  /** creates empty tables, and deletes earlier data */
  readonly create: (db: DatabaseSync, collection: string) => void
  /** the follower adds only later writes; other code adds earlier documents */
  readonly beginsAtEnd?: true
  readonly writer: (db: DatabaseSync, collection: string) => ProjectionWriter
}

/**
 * Writes one projection inside the follower's transaction, in log order, once per version. If it throws for a document,
 * the document is skipped.
 */
export type ProjectionWriter = {
  /** @param id position of the version */
  put(id: number, key: Key, document: StoredDocument): void
  /** @param document the same content as in `put` @param seq position of the write that replaced or deleted it */
  removeDocument(id: number, key: Key, document: StoredDocument, seq: number): void
  /** writes pending data at the end of a step, in its transaction */
  flush?(): void
  /** called when the step's transaction is rolled back */
  drop?(): void
}
