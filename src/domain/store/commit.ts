import type { Key, StoredDocument } from '../kernel/key.ts'

export type { Key, StoredDocument }

/**
 * Interface between rules and stores. `keysFor` names the documents a rule needs, `decide` the writes. A store does
 * both in one transaction and may repeat `decide`.
 */

/** Documents found by key; `undefined` where missing. */
export type FoundDocuments = Omit<ReadonlyMap<Key, StoredDocument | undefined>, 'get' | 'forEach'> & {
  get<T extends StoredDocument = StoredDocument>(key: Key<T>): T | undefined
}

type Documents = ReadonlyMap<Key, StoredDocument | undefined>

/**
 * Throws for keys that were not requested, because reading them as missing would let a rule overwrite data it has not
 * seen.
 */
class RequestedDocuments extends Map<Key, StoredDocument | undefined> {
  override get(key: Key): StoredDocument | undefined {
    if (!this.has(key)) throw new Error(`${key} is read and was not asked for: keysFor forgot it`)
    return super.get(key)
  }
}

/** Wraps all requested documents for `decide`; reading another key throws. */
export function wrapFound(documents: Documents): FoundDocuments {
  return wrapFoundSoFar(new RequestedDocuments(documents))
}

/**
 * Wraps the documents read so far for `keysFor`; others are undefined. The only cast to document types, which `set` has
 * checked.
 */
export function wrapFoundSoFar(documents: Documents): FoundDocuments {
  return documents as FoundDocuments
}

export type SetWrite = { readonly kind: 'set'; readonly key: Key; readonly document: StoredDocument }
export type Write = SetWrite | { readonly kind: 'delete'; readonly key: Key }

/** Creates a write. The compiler checks that the document has its key's type; external data was parsed before. */
export function set<T extends StoredDocument>(key: Key<T>, document: NoInfer<T>): SetWrite {
  return { kind: 'set', key, document }
}

export function remove(key: Key): Write {
  return { kind: 'delete', key }
}

export type Decision<R> = { readonly result: R; readonly writes: readonly Write[] }

export type Unit<R> = {
  /**
   * Called with all documents found so far until it names no new keys, because keys may depend on documents. Reads
   * precede writes.
   */
  readonly keysFor: (documents: FoundDocuments) => readonly Key[]
  readonly decide: (documents: FoundDocuments) => Decision<R>
}

/** Unit with fixed keys. `decide` may run more than once. */
export function unitForKeys<R>(keys: readonly Key[], decide: (documents: FoundDocuments) => Decision<R>): Unit<R> {
  return { keysFor: () => keys, decide }
}
