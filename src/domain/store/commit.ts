/**
 * The seam between rules and stores. A rule says which documents it must see (`keysFor`) and, from what was found, what to
 * write (`decide`); a store reads, decides and writes in one transaction of its own kind. `decide` may run more than once.
 */

/** A document's path: collection and id in turn, `formularios/abc/versiones/3`. */
export type Key = string

/** Any JSON object. Our own stores hold only what a schema let in, so readers.ts gives them their types without a second parse. */
export type StoredDocument = Readonly<Record<string, unknown>>

/** What a store found under each key that was asked for; `undefined` where there is nothing. */
export type Found = ReadonlyMap<Key, StoredDocument | undefined>

export type Write =
  | { readonly kind: 'set'; readonly key: Key; readonly document: StoredDocument }
  | { readonly kind: 'delete'; readonly key: Key }

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
