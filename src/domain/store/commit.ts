import type { Key, StoredDocument } from '../kernel/key.ts'

export type { Key, StoredDocument }

/**
 * The seam between rules and stores. A rule says which documents it must see (`keysFor`) and, from what was found, what to
 * write (`decide`); a store reads, decides and writes in one transaction of its own kind. `decide` may run more than once.
 */

/** What a store found under each key that was asked for; `undefined` where there is nothing. */
export type Found = Omit<ReadonlyMap<Key, StoredDocument | undefined>, 'get' | 'forEach'> & {
  get<T extends StoredDocument = StoredDocument>(key: Key<T>): T | undefined
}

/** What was read, by its keys: the one place where a stored document is given its type, which `set` has seen to when it was let in. */
export function foundIn(documents: ReadonlyMap<Key, StoredDocument | undefined>): Found {
  return documents as Found
}

export type SetWrite = { readonly kind: 'set'; readonly key: Key; readonly document: StoredDocument }
export type Write = SetWrite | { readonly kind: 'delete'; readonly key: Key }

/**
 * The way into a store. Here it is checked, by the compiler, that what is kept under a key is what its readers will take it for; what came from
 * outside was parsed by its schema before. So nothing is parsed when it is read.
 */
export function set<T extends StoredDocument>(key: Key<T>, document: NoInfer<T>): SetWrite {
  return { kind: 'set', key, document }
}

export function remove(key: Key): Write {
  return { kind: 'delete', key }
}

export type Decision<R> = { readonly result: R; readonly writes: readonly Write[] }

export type Unit<R> = {
  /**
   * Called again with all that was found so far until it names nothing new: so a key may depend on a document
   * (the municipality of a template), and still all reads come before all writes.
   */
  readonly keysFor: (found: Found) => readonly Key[]
  readonly decide: (found: Found) => Decision<R>
}

/** A unit whose keys are known beforehand. `decide` may run more than once. */
export function unitOver<R>(keys: readonly Key[], decide: (found: Found) => Decision<R>): Unit<R> {
  return { keysFor: () => keys, decide }
}
