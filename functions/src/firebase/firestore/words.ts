import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { hasWords, type SearchWord } from '#domain/search/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import { collectionNamed, type Collection } from '#core/collections.ts'
import type { IndexValue } from '#core/indexing.ts'
import type { Row } from '#core/rows/row.ts'
import { MAX_SEARCH_HITS, type CountQuery } from '#core/ports.ts'
import { fieldName, KEY_FIELD, SUMMARY, WORD_TERMS, WORDS } from './layout.ts'

/** Maximum number of stored words of a document, to stay below Firestore's 1 MiB. */
const MAX_KEPT = 1_000
/** Lengths of the indexed prefixes, in characters. */
const PREFIX_LENGTHS = [2, 5] as const
/** Maximum documents read for one search. */
const MAX_CANDIDATES = 2_000

/** Returns a document's words, for checking, and their prefixes within the scope, for Firestore's search. */
export function wordFields(collection: Collection, document: StoredDocument): Readonly<Record<string, unknown>> {
  if (collection.words === undefined) return {}
  const { within, words } = collection.words(document)
  const kept = words.slice(0, MAX_KEPT)
  const terms = kept.flatMap((word) => PREFIX_LENGTHS.map((length) => buildTerm(within, word, length)))
  return { [WORDS]: kept.join(' '), [WORD_TERMS]: [...new Set(terms)] }
}

/**
 * Searches words without a full-text index. The longest word of each list finds up to `MAX_CANDIDATES` documents, whose
 * words are then checked.
 */
export async function rowsWithWords(
  firestore: Firestore,
  { collection: name, words }: Pick<CountQuery, 'collection' | 'words'>,
): Promise<readonly Row[]> {
  const collection: Collection = collectionNamed(name)
  const fields = [...collection.scalars, ...collection.arrays].map(fieldName)
  const rows = new Map<string, Row>()
  for (const sought of words?.any ?? []) {
    const term = words && longestTerm(words.within, sought)
    if (term === undefined) continue
    const { docs } = await firestore
      .collection(name)
      .where(WORD_TERMS, 'array-contains', term)
      .limit(Math.min(MAX_CANDIDATES, MAX_SEARCH_HITS))
      .select(KEY_FIELD, WORDS, SUMMARY, ...fields)
      .get()
    for (const head of docs)
      if (hasWords(String(head.get(WORDS)).split(' '), sought)) rows.set(head.ref.path, toRow(collection, head))
  }
  return [...rows.values()]
}

function longestTerm(within: string, sought: readonly SearchWord[]): string | undefined {
  const [longest] = sought.toSorted((a, b) => b.word.length - a.word.length)
  if (longest === undefined) return undefined
  const length = PREFIX_LENGTHS.findLast((one) => [...longest.word].length >= one) ?? PREFIX_LENGTHS[0]
  return buildTerm(within, longest.word, length)
}

function buildTerm(within: string, word: string, length: number): string {
  return `${within}/${[...word].slice(0, length).join('')}`
}

function toRow({ scalars, arrays }: Collection, head: DocumentSnapshot): Row {
  const summary: unknown = head.get(SUMMARY)
  return {
    key: head.ref.path,
    document: {},
    extracted: {
      scalars: scalars.map((field) => (head.get(fieldName(field)) as IndexValue | undefined) ?? null),
      arrays: arrays.map((field) => (head.get(fieldName(field)) as readonly string[] | undefined) ?? []),
      summary: typeof summary === 'string' ? summary : undefined,
    },
  }
}
