import type { Firestore, Query as FirestoreQuery, QueryDocumentSnapshot, Transaction } from 'firebase-admin/firestore'
import type { Key } from '#domain/store/index.ts'
import { collectionNamed } from '#core/collections.ts'
import type { ChangesQuery } from '#core/ports.ts'
import {
  CHANGED_AT,
  fieldName,
  openCollectionGroup,
  KEY_FIELD,
  leftCollection,
  toMicroseconds,
  SCOPE,
  scopeText,
  toTimestamp,
} from './layout.ts'

/** Change in the scope: a document that is in it (`here`), or has left it. */
export type ScopeEvent = { readonly position: number; readonly key: Key; readonly here: boolean }

/** Maximum microseconds between a request's time and its commit, longer than any Firestore transaction (270 s). */
const OVERLAP = 300_000_000
/** Maximum microseconds by which clocks of Firestore's machines may differ. */
const SKEW = 1_000_000

/** Returns two sources for each group of values: documents that are present, and markers of documents that left. */
export function createSources(
  firestore: Firestore,
  transaction: Transaction,
  query: ChangesQuery,
  chunks: readonly (readonly string[])[],
): readonly ChangeSource[] {
  const { collection, field } = query
  const contains = collectionNamed(collection).arrays.includes(field) ? 'array-contains-any' : 'in'
  return chunks.flatMap((chunk) => [
    new ChangeSource(
      transaction,
      openCollectionGroup(firestore, collection).where(fieldName(field), contains, chunk),
      query,
      true,
    ),
    new ChangeSource(
      transaction,
      firestore.collection(leftCollection(collection)).where(
        SCOPE,
        'in',
        chunk.map((value) => scopeText(field, value)),
      ),
      query,
      false,
    ),
  ])
}

/** A query that is read in batches, in order of the requests' times. */
export class ChangeSource {
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

  constructor(transaction: Transaction, scope: FirestoreQuery, { after, limit }: ChangesQuery, here: boolean) {
    this.#transaction = transaction
    this.#after = after
    this.#here = here
    this.#batch = limit + 1
    const from = after <= OVERLAP ? scope : scope.where(CHANGED_AT, '>', toTimestamp(after - OVERLAP))
    this.#query = from.orderBy(CHANGED_AT).select(KEY_FIELD, CHANGED_AT).limit(this.#batch)
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
    for (const found of docs) {
      const position = commitPosition(found)
      if (position > this.#after) this.steps.push({ position, key: String(found.get(KEY_FIELD)), here: this.#here })
    }
    this.horizon = docs.length < this.#batch || this.#last === undefined ? Infinity : requestTime(this.#last) - SKEW
  }
}

/**
 * Returns the commit time, but at most OVERLAP after the request. After an import, commit times are much later than
 * requests, and queries would no longer reach the documents.
 */
function commitPosition(found: QueryDocumentSnapshot): number {
  return Math.min(toMicroseconds(found.updateTime), requestTime(found) + OVERLAP)
}

function requestTime(found: QueryDocumentSnapshot): number {
  return toMicroseconds(found.get(CHANGED_AT))
}
