import type { SoughtWord } from '#domain/search/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'

/**
 * Equality filters on declared fields (dotted paths; of a list of texts, any of them), one range of texts (both ends
 * included), one order (without documents that lack the field; ties by key, in its direction; by key if none is asked).
 * Undeclared collections and fields throw: see collections.ts.
 */
export type Query<Name extends string = string, IsSummary extends boolean = boolean> = {
  readonly collection: Name
  readonly where?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** the array field contains one of the values */
  readonly containsAny?: { readonly field: string; readonly values: readonly string[] }
  /** finds whole documents by what is written in them */
  readonly words?: WordsQuery
  readonly range?: { readonly field: string; readonly from?: string; readonly to?: string }
  /** only documents whose key begins so; with nothing else, because no index holds keys and fields together */
  readonly keyPrefix?: string
  readonly order?: { readonly field: string; readonly descending: boolean }
  /** only what is behind this place in the order, where the page before ended; its document may be gone */
  readonly after?: { readonly value: string | number; readonly key: Key }
  readonly limit: number
  readonly offset?: number
  /** gives what collections.ts says that lists show, instead of whole documents */
  readonly summaries?: IsSummary
}

/**
 * Documents with all the words of one of the lists among their own (`words` of collections.ts). Where more than
 * `MOST_HITS` fit, only so many are looked for: those written last. `within`: what the collection says that they lie
 * in, without which no document is found by a word.
 */
export type WordsQuery = { readonly within: string; readonly any: readonly (readonly SoughtWord[])[] }
export const MOST_HITS = 200_000

/** What is counted. `most`: no caller needs to know more than that, so that counting ends there. */
export type Counting = Omit<Query, 'limit' | 'order' | 'offset' | 'after' | 'summaries'> & { readonly most?: number }

export type Entry<T extends StoredDocument = StoredDocument> = { readonly key: Key<T>; readonly document: T }

/** What changed among the documents of a collection whose `field` is (or, for arrays, contains) one of `values`. */
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

/** Where a store writes what lists and searches read after its commit; queries, counts and changes see it caught up. */
export type Following = {
  /** `behind`: the log's positions still to take in; `leftOut`: versions that could not be read since the start. */
  progress(): { readonly behind: number; readonly leftOut: number }
  /** takes in all that was committed, however long it takes */
  catchUp(): Promise<void>
}
