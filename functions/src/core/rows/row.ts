import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { ExtractedIndexValues } from '../indexing.ts'

/** A document with its search fields. */
export type Row = {
  readonly key: Key
  readonly document: StoredDocument
  readonly extracted: ExtractedIndexValues
}

/** The document, or its summary, as a query or a pull returns it. */
export function pickDocumentOrSummary(
  { document, extracted: { summary } }: Row,
  summaries: boolean | undefined,
): StoredDocument {
  return summaries === true && summary !== undefined ? (JSON.parse(summary) as StoredDocument) : document
}
