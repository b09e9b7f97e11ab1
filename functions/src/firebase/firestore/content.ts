import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { collectionNamed } from '#core/collections.ts'
import { collectionOf } from '#core/document-keys.ts'
import { extractIndexValues, type Extracted } from '#core/indexing.ts'
import { wordFields } from './words.ts'

/**
 * Maximum bytes of a body. Firestore allows 1 MiB per document with names and values; the rest is for search fields.
 */
const MAX_BODY_BYTES = 900_000

/** New content of a key. */
export type PackedContent = {
  readonly json: string
  readonly extracted: Extracted
  /** result of `wordFields` */
  readonly words: Readonly<Record<string, unknown>>
  /** undefined when the JSON fits into one document */
  readonly packed: PackedBody | undefined
  /** size of the body in the commit */
  readonly bytes: number
}

/** Compressed body in parts, named by its hash, so that a reader with an older head never gets newer parts. */
type PackedBody = { readonly hash: string; readonly parts: readonly Uint8Array[] }

/** Throws for values that are not JSON and for undeclared collections. */
export function buildContent(key: Key, document: StoredDocument): PackedContent {
  const collection = collectionNamed(collectionOf(key))
  const extracted = extractIndexValues(collection, document)
  const words = wordFields(collection, document)
  const json = JSON.stringify(document)
  const length = Buffer.byteLength(json)
  if (length <= MAX_BODY_BYTES) return { json, extracted, words, packed: undefined, bytes: length }
  const zipped = gzipSync(json)
  const pieces = Array.from({ length: Math.ceil(zipped.length / MAX_BODY_BYTES) }, (_, i) => {
    return zipped.subarray(i * MAX_BODY_BYTES, (i + 1) * MAX_BODY_BYTES)
  })
  const hash = createHash('sha256').update(zipped).digest('hex').slice(0, 32)
  return { json, extracted, words, packed: { hash, parts: pieces }, bytes: zipped.length }
}

/** Joins and decompresses parts. @returns the JSON of the body */
export function unpackBody(parts: readonly Uint8Array[]): string {
  return gunzipSync(Buffer.concat(parts)).toString('utf8')
}

export function partPaths(
  key: Key,
  { hash, parts }: { readonly hash: string; readonly parts: number },
): readonly string[] {
  return Array.from({ length: parts }, (_, i) => `${key}/parts/${hash}-${i}`)
}
