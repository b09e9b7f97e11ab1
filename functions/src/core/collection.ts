import type { Answer } from '#domain/answers/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'

/** How the documents of a collection are found, and what a store may make of them. */
export type Collection = {
  /** dotted paths of texts, numbers and truth values; for `where`, `range` and `order` */
  readonly scalars: readonly string[]
  /** dotted paths of lists of texts; for `containsAny` */
  readonly arrays: readonly string[]
  /** which of these fields `changes` can follow */
  readonly followed: readonly string[]
  /**
   * what to index: equality fields first, the range or order last. Other scalars filter what an index has found. A list
   * among the first is filtered by `containsAny`.
   */
  readonly indexes: readonly (readonly string[])[]
  /** further ones for a store that joins none, as SQLite; the cloud's joins those above */
  readonly whole?: readonly (readonly string[])[]
  /** fields only looked up alone or ordered by: no list is filtered by them beside an index, so none is kept for it */
  readonly alone?: readonly string[]
  /** fields that lists are only ordered by, forwards: the cloud counts its indexes, and this is one instead of three */
  readonly forward?: readonly string[]
  /** fields that lie in a range, or are put in order, forwards only: the cloud keeps no index the other way round */
  readonly ascending?: readonly string[]
  /** fields that follow from a document and its `summary`, searched like its own; they stand in no document */
  readonly derived?: (document: StoredDocument, summary: StoredDocument | undefined) => StoredDocument
  /** What it is searched by may be written after the commit, from the log. Needed for `words`. */
  readonly projected?: boolean
  /** read far more often than written: a store may keep it parsed, and give the same frozen object each time */
  readonly kept: boolean
  /** what lists show of a document: kept beside it, so that no list reads whole ones */
  readonly summary?: (document: StoredDocument) => StoredDocument
  /** the answers of forms, of which statistics are kept: the field that says of which */
  readonly counted?: string
  /** the words by which documents are found, and what they are found within */
  readonly words?: (document: StoredDocument) => { readonly within: string; readonly words: readonly string[] }
  /** written once and never changed or removed: others may lean on it */
  readonly lasting?: boolean
  /** a document of a lasting collection, most of which this one repeats: a store may write only the difference */
  readonly resembles?: (document: StoredDocument) => Key | undefined
  /** the member of this one that does, where it is not the whole */
  readonly within?: string
}

/** What `changes` follows in a store that has no other log for its statistics: every one but SQLite. */
export function followedIn({ followed, counted }: Collection): readonly string[] {
  return counted === undefined ? followed : [...followed, counted]
}

/** Documents of earlier releases may lack what was given a default since. */
export function wholeAnswer(document: StoredDocument): Answer {
  const answer = {
    conflicts: [],
    requestsForChanges: [],
    firstName: '',
    lastName: '',
    creadoPor: '',
    ...document,
  } as unknown as Answer
  return answer.estados === undefined
    ? answer
    : {
        ...answer,
        estados: {
          ...answer.estados,
          disponibles: (answer.estados as Partial<typeof answer.estados>).disponibles ?? [],
        },
      }
}
