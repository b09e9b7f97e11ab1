import type { DocumentSnapshot, Firestore, Query as FirestoreQuery } from 'firebase-admin/firestore'
import { requireCollection } from '#core/collections.ts'
import { checkQuery, toIndexText, toIndexValue, type IndexValue } from '#core/indexing.ts'
import type { CountQuery, DocumentEntry, Query } from '#core/ports.ts'
import { compareText, compareValues } from '#core/rows/compare.ts'
import { countRows, queryRows } from '#core/rows/query-rows.ts'
import type { IndexedRow } from '#core/rows/row.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import { splitIntoChunks, toFirestoreFieldName, openCollectionGroup, KEY_FIELD, SUMMARY_FIELD } from './layout.ts'
import type { DocumentReader } from './reader.ts'
import { findRowsWithWords } from './content.ts'

/** Maximum number of documents per call. */
const BATCH_SIZE = 100

export type SearchContext = {
  readonly firestore: Firestore
  readonly reader: DocumentReader
  readonly valuesPerQuery: number
}

export async function searchDocuments(
  { firestore, reader, valuesPerQuery }: SearchContext,
  query: Query,
): Promise<readonly DocumentEntry[]> {
  if (query.words !== undefined) return searchWords({ firestore, reader }, query)
  const { order, after, limit, offset = 0 } = query
  const parts = buildFilteredQueries(firestore, query, valuesPerQuery)
  const [only] = parts
  if (only === undefined) return []
  if (parts.length > 1 || (query.range !== undefined && query.range.field !== order?.field))
    return gatherEntries(reader, parts, query)
  const direction = order?.descending === true ? 'desc' : 'asc'
  // The order alone already leaves out documents without the field; the filter states it explicitly.
  const ordered =
    order === undefined
      ? only
      : only.where(toFirestoreFieldName(order.field), '!=', null).orderBy(toFirestoreFieldName(order.field), direction)
  const placed = ordered.orderBy(KEY_FIELD, direction)
  const startedQuery = after === undefined ? placed : placed.startAfter(toIndexValue(after.value), after.key)
  const page = startedQuery.offset(offset).limit(limit)
  if (query.summaries === true) return (await page.select(SUMMARY_FIELD).get()).docs.map(readSummaryEntry)
  return loadEntries(reader, (await page.get()).docs)
}

export async function countDocuments(
  { firestore, valuesPerQuery }: SearchContext,
  { max = Number.POSITIVE_INFINITY, ...query }: CountQuery,
): Promise<number> {
  if (query.words !== undefined)
    return countRows(await readMatchingRows(firestore, query), { ...withoutWords(query), max })
  const parts = buildFilteredQueries(firestore, query, valuesPerQuery)
  const [only] = parts
  if (only === undefined) return 0
  const { range } = query
  if (parts.length === 1) {
    // Orders as a declared index does, so that counting needs no additional index.
    const ordered = range === undefined ? only : only.orderBy(toFirestoreFieldName(range.field))
    const all = ordered.orderBy(KEY_FIELD)
    return (await (Number.isFinite(max) ? all.limit(max) : all).count().get()).data().count
  }
  return Math.min(max, (await findMatches(parts, query)).size)
}

/** Finds documents by words with Firestore, and applies the other filters in memory. */
async function searchWords(
  { firestore, reader }: Pick<SearchContext, 'firestore' | 'reader'>,
  query: Query,
): Promise<readonly DocumentEntry[]> {
  const found = queryRows(await readMatchingRows(firestore, query), { ...withoutWords(query), limit: query.limit })
  if (query.summaries === true) return found
  const loaded = await reader.read(found.map(({ key }) => key))
  return found.flatMap(({ key }) => {
    const document = loaded.get(key)?.document
    return document === undefined ? [] : [{ key, document }]
  })
}

async function readMatchingRows(firestore: Firestore, query: CountQuery): Promise<readonly IndexedRow[]> {
  checkQuery(requireCollection(query.collection), query)
  return findRowsWithWords(firestore, query)
}

function withoutWords<T extends CountQuery>({ words: _, ...query }: T): Omit<T, 'words'> {
  return query
}

/** Returns the Firestore queries for the filters: several for a filter with many values, none if nothing can match. */
function buildFilteredQueries(
  firestore: Firestore,
  query: CountQuery,
  valuesPerQuery: number,
): readonly FirestoreQuery[] {
  checkQuery(requireCollection(query.collection), query)
  const { where = {}, range, keyPrefix, containsAny } = query
  let base: FirestoreQuery = openCollectionGroup(firestore, query.collection)
  for (const [field, value] of Object.entries(where)) {
    if (typeof value !== 'object') base = base.where(toFirestoreFieldName(field), '==', toIndexValue(value))
  }
  if (range !== undefined) {
    // Starts at the empty text by default, so that only texts match.
    base = base.where(toFirestoreFieldName(range.field), '>=', toIndexText(range.from ?? ''))
    if (range.to !== undefined) base = base.where(toFirestoreFieldName(range.field), '<=', toIndexText(range.to))
  }
  if (keyPrefix !== undefined)
    base = base.where(KEY_FIELD, '>=', keyPrefix).where(KEY_FIELD, '<', `${keyPrefix}\u{10ffff}`)
  const lists = Object.entries(where).flatMap(([field, values]) =>
    typeof values === 'object' ? [{ field, values, operator: 'in' as const }] : [],
  )
  const any = containsAny === undefined ? [] : [{ ...containsAny, operator: 'array-contains-any' as const }]
  return [...lists, ...any].reduce<readonly FirestoreQuery[]>(
    (parts, { field, values, operator }) =>
      splitIntoChunks([...new Set(values.map(toIndexText))], valuesPerQuery).flatMap((chunk) =>
        parts.map((part) => part.where(toFirestoreFieldName(field), operator, chunk)),
      ),
    [base],
  )
}

type PositionedKey = readonly [key: string, value: IndexValue]

/**
 * Runs a search that needs several queries. Sorts keys and order fields of all matches in memory, and fetches the
 * documents of one page.
 */
async function gatherEntries(
  reader: DocumentReader,
  parts: readonly FirestoreQuery[],
  query: Query,
): Promise<readonly DocumentEntry[]> {
  const { order, after, limit, offset = 0 } = query
  const sign = order?.descending === true ? -1 : 1
  const compare = ([a, x]: PositionedKey, [b, y]: PositionedKey): number =>
    sign * (compareValues(x, y) || compareText(a, b))
  const rows = [...(await findMatches(parts, query))]
    .filter(([, value]) => order === undefined || value !== null)
    .filter((row) => after === undefined || compare(row, [after.key, toIndexValue(after.value)]) > 0)
    .sort(compare)
  const entries: DocumentEntry[] = []
  for (const chunk of splitIntoChunks(rows.slice(offset, offset + limit), BATCH_SIZE)) {
    if (query.summaries === true) {
      entries.push(
        ...(await reader.heads(chunk.map(([key]) => key))).filter(({ exists }) => exists).map(readSummaryEntry),
      )
      continue
    }
    for (const [key, { document }] of await reader.read(chunk.map(([key]) => key))) {
      if (document !== undefined) entries.push({ key, document })
    }
  }
  return entries
}

async function findMatches(
  parts: readonly FirestoreQuery[],
  { range, order }: Omit<Query, 'limit'>,
): Promise<ReadonlyMap<string, IndexValue>> {
  const field = order && toFirestoreFieldName(order.field)
  const found = new Map<string, IndexValue>()
  for (const part of parts) {
    const ordered = range === undefined ? part : part.orderBy(toFirestoreFieldName(range.field))
    const { docs } = await ordered
      .orderBy(KEY_FIELD)
      .select(KEY_FIELD, ...(field === undefined ? [] : [field]))
      .get()
    for (const head of docs)
      found.set(head.ref.path, field === undefined ? null : ((head.get(field) as IndexValue | undefined) ?? null))
  }
  return found
}

export function readSummaryEntry(head: DocumentSnapshot): DocumentEntry {
  return { key: head.ref.path, document: JSON.parse(String(head.get(SUMMARY_FIELD))) as StoredDocument }
}

async function loadEntries(
  reader: DocumentReader,
  heads: readonly DocumentSnapshot[],
): Promise<readonly DocumentEntry[]> {
  const loaded = new Map(await reader.assemble(heads))
  const replaced = heads.map((head) => head.ref.path).filter((key) => !loaded.has(key))
  for (const [key, one] of await reader.read(replaced)) loaded.set(key, one)
  return heads.flatMap(({ ref }) => {
    const document = loaded.get(ref.path)?.document
    return document === undefined ? [] : [{ key: ref.path, document }]
  })
}
