import type { SearchWord } from '#domain/search/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'

/**
 * Finds documents of a collection by declared fields (dotted paths). `where` filters by equality, or by any value of a
 * list. `range` includes both ends. `order` leaves out documents without the field, and orders ties by key in the same
 * direction; without `order`, documents are in the order of keys. Undeclared collections and fields throw
 * (collections.ts).
 */
export type Query<Name extends string = string, IsSummary extends boolean = boolean> = {
  readonly collection: Name
  readonly where?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** the array field contains one of the values */
  readonly containsAny?: { readonly field: string; readonly values: readonly string[] }
  /** full-text search in whole documents */
  readonly words?: WordsQuery
  readonly range?: { readonly field: string; readonly from?: string; readonly to?: string }
  /** only documents whose key has this prefix; cannot be combined with other filters */
  readonly keyPrefix?: string
  readonly order?: { readonly field: string; readonly descending: boolean }
  /** only documents after this position in the order; the document at the position may be deleted */
  readonly after?: { readonly value: string | number; readonly key: Key }
  readonly limit: number
  readonly offset?: number
  /** returns summaries (see collections.ts) instead of whole documents */
  readonly summaries?: IsSummary
}

/**
 * Finds documents that contain all words of one of the lists, among the `MAX_SEARCH_HITS` documents written last.
 * `within`: the scope, as the collection's `words` defines it.
 */
export type WordsQuery = { readonly within: string; readonly any: readonly (readonly SearchWord[])[] }
export const MAX_SEARCH_HITS = 200_000

/** Filters of a count. `max`: counting stops at this number. */
export type CountQuery = Omit<Query, 'limit' | 'order' | 'offset' | 'after' | 'summaries'> & { readonly max?: number }

export type DocumentEntry<T extends StoredDocument = StoredDocument> = { readonly key: Key<T>; readonly document: T }

/** Finds changed documents of a collection whose `field` is (or, for arrays, contains) one of `values`. */
export type ChangesQuery<Name extends string = string, IsSummary extends boolean = boolean> = {
  readonly collection: Name
  readonly field: string
  readonly values: readonly string[]
  /** a position that an earlier call returned; 0 for everything */
  readonly after: number
  readonly limit: number
  /** returns summaries, as in `Query` */
  readonly summaries?: IsSummary
}
export type Changes<T extends StoredDocument = StoredDocument> = {
  /** in the order of change; `document` is undefined if it was deleted or no longer matches the query */
  readonly entries: readonly { readonly key: Key<T>; readonly document: T | undefined }[]
  /** position after the last entry; equal to `after` when nothing changed */
  readonly position: number
  readonly more: boolean
}

/**
 * State of indexes that a store writes after its commits. Queries, counts and changes wait until the indexes are
 * current.
 */
export type IndexFollower = {
  /** `behind`: log positions not yet indexed. `leftOut`: documents that could not be indexed since the start. */
  progress(): { readonly behind: number; readonly leftOut: number }
  /** indexes everything committed, however long it takes */
  catchUp(): Promise<void>
}
