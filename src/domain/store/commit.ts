import type { Key, StoredDocument } from '../kernel/key.ts'

export type { Key, StoredDocument }

/**
 * Interface between rules and stores. `keysFor` returns the keys of the documents that a rule needs; `decide` returns
 * the writes. A store runs both in one transaction and may repeat `decide`.
 */

/** Documents by key; `undefined` if a document does not exist. */
export type FoundDocuments = Omit<ReadonlyMap<Key, StoredDocument | undefined>, 'get' | 'forEach'> & {
  get<T extends StoredDocument = StoredDocument>(key: Key<T>): T | undefined
}

type Documents = ReadonlyMap<Key, StoredDocument | undefined>

/**
 * Throws for keys that were not requested. Otherwise such a document would seem to be missing, and a rule could
 * overwrite it.
 */
class RequestedDocuments extends Map<Key, StoredDocument | undefined> {
  override get(key: Key): StoredDocument | undefined {
    if (!this.has(key)) throw new Error(`${key} is read and was not asked for: keysFor forgot it`)
    return super.get(key)
  }
}

/** Wraps all requested documents for `decide`; reading another key throws. */
export function wrapFoundDocuments(documents: Documents): FoundDocuments {
  return wrapPartlyFoundDocuments(new RequestedDocuments(documents))
}

/**
 * Wraps the documents read so far, for `keysFor`; other documents are undefined. The only cast to document types; `set`
 * has checked the types.
 */
export function wrapPartlyFoundDocuments(documents: Documents): FoundDocuments {
  return documents as FoundDocuments
}

export type SetWrite = { readonly kind: 'set'; readonly key: Key; readonly document: StoredDocument }
export type Write = SetWrite | { readonly kind: 'delete'; readonly key: Key }

/** Creates a write. The compiler checks that the document matches its key's type. External data was parsed before. */
export function set<T extends StoredDocument>(key: Key<T>, document: NoInfer<T>): SetWrite {
  return { kind: 'set', key, document }
}

export function remove(key: Key): Write {
  return { kind: 'delete', key }
}

export type Decision<R> = { readonly result: R; readonly writes: readonly Write[] }

export type Unit<R> = {
  /**
   * Called with all documents found so far, until it returns no new keys, because keys may depend on documents. All
   * reads happen before the writes.
   */
  readonly keysFor: (documents: FoundDocuments) => readonly Key[]
  readonly decide: (documents: FoundDocuments) => Decision<R>
}

/** Creates a unit with fixed keys. `decide` may run more than once. */
export function unitForKeys<R>(keys: readonly Key[], decide: (documents: FoundDocuments) => Decision<R>): Unit<R> {
  return { keysFor: () => keys, decide }
}
