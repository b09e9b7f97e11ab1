import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { Extracted } from '../indexing.ts'

/** A document with what it is searched by. */
export type Row = {
  readonly key: Key
  readonly document: StoredDocument
  readonly extracted: Extracted
}

/** What a query or a pull is given of a row. */
export function givenOf({ document, extracted: { summary } }: Row, summaries: boolean | undefined): StoredDocument {
  return summaries === true && summary !== undefined ? (JSON.parse(summary) as StoredDocument) : document
}
