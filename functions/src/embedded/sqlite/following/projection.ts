import type { DatabaseSync } from 'node:sqlite'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { Collection } from '#core/collections.ts'

/** Something that follows from the documents of a collection and is only read by lists and searches. */
export type Projection = {
  /** Another text than the stored one: all is thrown away and written anew. Undefined: not for this collection. */
  readonly declaration: (collection: Collection) => string | undefined
  /** makes it empty, whatever was there */
  readonly create: (db: DatabaseSync, collection: string) => void
  /** only what is written from then on is put; what was there before is brought in by other code */
  readonly beginsAtEnd?: true
  readonly writer: (db: DatabaseSync, collection: string) => ProjectionWriter
}

/** Inside the follower's transaction, in log order, once per version; what throws before writing is left out. */
export type ProjectionWriter = {
  /** @param id position of the version */
  put(id: number, key: Key, document: StoredDocument): void
  /** @param document the same that was put. @param seq position of the write that replaced or deleted it */
  takeOut(id: number, key: Key, document: StoredDocument, seq: number): void
  /** at the end of a step, in its transaction: what was not written yet */
  flush?(): void
  /** the step's transaction is rolled back */
  drop?(): void
}
