import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MAX_SEARCH_HITS, type CountQuery } from '#core/ports.ts'
import type { IndexedRow } from '#core/rows/row.ts'
import { includesSearchWords, type SearchWord } from '#domain/search/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { requireCollection, type Collection } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { extractIndexValues, type ExtractedIndexValues, type IndexValue } from '#core/indexing.ts'
import { toFirestoreFieldName, KEY_FIELD, SUMMARY_FIELD, WORD_TERMS_FIELD, WORDS_FIELD } from './layout.ts'

/** Maximum number of stored words of a document, to stay below Firestore's 1 MiB. */
const MAX_KEPT = 1_000
/** Lengths of the indexed prefixes, in characters. */
const PREFIX_LENGTHS = [2, 5] as const
/** Maximum documents read for each list of words of a search. */
const MAX_CANDIDATES = 2_000

/** Returns a document's words, for checking, and their prefixes within the scope, for Firestore's search. */
function listWordFields(collection: Collection, document: StoredDocument): Readonly<Record<string, unknown>> {
  if (collection.words === undefined) return {}
  const { within, words } = collection.words(document)
  const keptWords = words.slice(0, MAX_KEPT)
  const terms = keptWords.flatMap((word) => PREFIX_LENGTHS.map((length) => buildTerm(within, word, length)))
  return { [WORDS_FIELD]: keptWords.join(' '), [WORD_TERMS_FIELD]: [...new Set(terms)] }
}

/**
 * Searches words without a full-text index. The longest word of each list finds up to `MAX_CANDIDATES` documents, whose
 * words are then checked.
 */
export async function findRowsWithWords(
  firestore: Firestore,
  { collection: name, words }: Pick<CountQuery, 'collection' | 'words'>,
): Promise<readonly IndexedRow[]> {
  const collection: Collection = requireCollection(name)
  const fields = [...collection.scalars, ...collection.arrays].map(toFirestoreFieldName)
  const rows = new Map<string, IndexedRow>()
  for (const searchWords of words?.any ?? []) {
    const term = words && pickLongestTerm(words.within, searchWords)
    if (term === undefined) continue
    const { docs } = await firestore
      .collection(name)
      .where(WORD_TERMS_FIELD, 'array-contains', term)
      .limit(Math.min(MAX_CANDIDATES, MAX_SEARCH_HITS))
      .select(KEY_FIELD, WORDS_FIELD, SUMMARY_FIELD, ...fields)
      .get()
    for (const head of docs)
      if (includesSearchWords(String(head.get(WORDS_FIELD)).split(' '), searchWords))
        rows.set(head.ref.path, toRow(collection, head))
  }
  return [...rows.values()]
}

function pickLongestTerm(within: string, searchWords: readonly SearchWord[]): string | undefined {
  const [longest] = searchWords.toSorted((a, b) => b.word.length - a.word.length)
  if (longest === undefined) return undefined
  const length = PREFIX_LENGTHS.findLast((one) => [...longest.word].length >= one) ?? PREFIX_LENGTHS[0]
  return buildTerm(within, longest.word, length)
}

function buildTerm(within: string, word: string, length: number): string {
  return `${within}/${[...word].slice(0, length).join('')}`
}

function toRow({ scalars, arrays }: Collection, head: DocumentSnapshot): IndexedRow {
  const summary: unknown = head.get(SUMMARY_FIELD)
  return {
    key: head.ref.path,
    document: {},
    extracted: {
      scalars: scalars.map((field) => (head.get(toFirestoreFieldName(field)) as IndexValue | undefined) ?? null),
      arrays: arrays.map((field) => (head.get(toFirestoreFieldName(field)) as readonly string[] | undefined) ?? []),
      summary: typeof summary === 'string' ? summary : undefined,
    },
  }
}

/**
 * Maximum bytes of a body. Firestore allows 1 MiB per document with names and values; the rest is for search fields.
 */
const MAX_BODY_BYTES = 900_000

/** New content of a key. */
export type PackedContent = {
  readonly json: string
  readonly extracted: ExtractedIndexValues
  /** result of `listWordFields` */
  readonly words: Readonly<Record<string, unknown>>
  /** undefined when the JSON fits into one document */
  readonly packed: PackedBody | undefined
  /** size of the body in the commit */
  readonly bytes: number
}

/** Compressed body in parts, named by its hash, so that a reader with an older head never gets newer parts. */
type PackedBody = { readonly hash: string; readonly parts: readonly Uint8Array[] }

/** Throws for values that are not JSON and for undeclared collections. */
export function packContent(key: Key, document: StoredDocument): PackedContent {
  const collection = requireCollection(readCollectionName(key))
  const extracted = extractIndexValues(collection, document)
  const words = listWordFields(collection, document)
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

export function buildPartPaths(
  key: Key,
  { hash, parts }: { readonly hash: string; readonly parts: number },
): readonly string[] {
  return Array.from({ length: parts }, (_, i) => `${key}/parts/${hash}-${i}`)
}
