import type { Key, StoredDocument } from '../kernel/key.ts'

export type { Key, StoredDocument }

/**
 * Between rules and stores: `keysFor` names what a rule must see, `decide` what to write; a store does all in one
 * transaction and may run `decide` again.
 */

/** What a store found under each key that was asked for; `undefined` where there is nothing. */
export type Found = Omit<ReadonlyMap<Key, StoredDocument | undefined>, 'get' | 'forEach'> & {
  get<T extends StoredDocument = StoredDocument>(key: Key<T>): T | undefined
}

type Documents = ReadonlyMap<Key, StoredDocument | undefined>

/** A key not asked for is our mistake: read as missing, it would let a rule allow or overwrite what it has not seen. */
class Asked extends Map<Key, StoredDocument | undefined> {
  override get(key: Key): StoredDocument | undefined {
    if (!this.has(key)) throw new Error(`${key} is read and was not asked for: keysFor forgot it`)
    return super.get(key)
  }
}

/** All that was asked for, to decide from; reading another key throws. */
export function foundIn(documents: Documents): Found {
  return foundSoFar(new Asked(documents))
}

/** Known while keys are named; others are not there yet. Only here a stored document is typed, by what `set` let in. */
export function foundSoFar(documents: Documents): Found {
  return documents as Found
}

export type SetWrite = { readonly kind: 'set'; readonly key: Key; readonly document: StoredDocument }
export type Write = SetWrite | { readonly kind: 'delete'; readonly key: Key }

/** The way into a store: the compiler holds a document to its key's type; what came from outside was parsed before. */
export function set<T extends StoredDocument>(key: Key<T>, document: NoInfer<T>): SetWrite {
  return { kind: 'set', key, document }
}

export function remove(key: Key): Write {
  return { kind: 'delete', key }
}

export type Decision<R> = { readonly result: R; readonly writes: readonly Write[] }

export type Unit<R> = {
  /** Called again with all found until it names nothing new: keys may depend on documents, reads come before writes. */
  readonly keysFor: (found: Found) => readonly Key[]
  readonly decide: (found: Found) => Decision<R>
}

/** A unit whose keys are known beforehand. `decide` may run more than once. */
export function unitOver<R>(keys: readonly Key[], decide: (found: Found) => Decision<R>): Unit<R> {
  return { keysFor: () => keys, decide }
}
