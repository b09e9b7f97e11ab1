import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { ExtractedIndexValues } from '../indexing.ts'

/** A document with its search fields. */
export type IndexedRow = {
  readonly key: Key
  readonly document: StoredDocument
  readonly extracted: ExtractedIndexValues
}

/** The document, or its summary, as a query or a pull returns it. */
export function pickDocumentOrSummary(
  { document, extracted: { summary } }: IndexedRow,
  summaries: boolean | undefined,
): StoredDocument {
  return summaries === true && summary !== undefined ? (JSON.parse(summary) as StoredDocument) : document
}
