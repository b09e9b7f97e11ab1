import type { SoughtWord } from '#domain/search/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'

/**
 * Equality filters on declared fields (dotted paths; of a list of values, any of them), one range of texts (both ends
 * included), one order (without documents that lack the field; ties by key in the same direction; by key by default).
 * Undeclared collections and fields throw: see collections.ts.
 */
export type Query<Name extends string = string, IsSummary extends boolean = boolean> = {
  readonly collection: Name
  readonly where?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** the array field contains one of the values */
  readonly containsAny?: { readonly field: string; readonly values: readonly string[] }
  /** full-text search in whole documents */
  readonly words?: WordsQuery
  readonly range?: { readonly field: string; readonly from?: string; readonly to?: string }
  /** only documents whose key has this prefix; combines with nothing else, because no index has keys and fields */
  readonly keyPrefix?: string
  readonly order?: { readonly field: string; readonly descending: boolean }
  /** only documents after this position, where the previous page ended; its document may be deleted */
  readonly after?: { readonly value: string | number; readonly key: Key }
  readonly limit: number
  readonly offset?: number
  /** returns summaries (see collections.ts) instead of whole documents */
  readonly summaries?: IsSummary
}

/**
 * Finds documents that contain all words of one of the lists (`words` of collections.ts). Searches only the last
 * `MAX_HITS` matches by time of writing. `within`: the scope of the words, as the collection defines it.
 */
export type WordsQuery = { readonly within: string; readonly any: readonly (readonly SoughtWord[])[] }
export const MAX_HITS = 200_000

/** Filters of a count. `most`: counting stops at this number. */
export type Counting = Omit<Query, 'limit' | 'order' | 'offset' | 'after' | 'summaries'> & { readonly most?: number }

export type Entry<T extends StoredDocument = StoredDocument> = { readonly key: Key<T>; readonly document: T }

/** Finds changed documents of a collection whose `field` is (or, for arrays, contains) one of `values`. */
export type ChangesQuery<Name extends string = string, IsSummary extends boolean = boolean> = {
  readonly collection: Name
  readonly field: string
  readonly values: readonly string[]
  /** a position that an earlier call returned; 0 for everything */
  readonly after: number
  readonly limit: number
  /** as in a query */
  readonly summaries?: IsSummary
}
export type Changes<T extends StoredDocument = StoredDocument> = {
  /** in the order of change; `document` is undefined when it was deleted or has left the scope of the query */
  readonly entries: readonly { readonly key: Key<T>; readonly document: T | undefined }[]
  /** position after the last entry; equal to `after` when nothing changed */
  readonly position: number
  readonly more: boolean
}

/** State of indexes that a store writes after its commits; queries, counts and changes wait until they are current. */
export type Following = {
  /** `behind`: positions of the log not indexed yet; `leftOut`: unreadable versions since the start. */
  progress(): { readonly behind: number; readonly leftOut: number }
  /** indexes everything committed, however long it takes */
  catchUp(): Promise<void>
}
