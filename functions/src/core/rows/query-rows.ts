import { requireCollection } from '../collections.ts'
import { checkQuery, matchesIndexedWords, toIndexText, toIndexValue, type IndexValue } from '../indexing.ts'
import type { CountQuery, DocumentEntry, Query } from '../ports.ts'
import { compareText, compareValues } from './compare.ts'
import { pickDocumentOrSummary, type IndexedRow } from './row.ts'

/** Runs a query by reading all rows, for stores without an index. */
export function queryRows(all: Iterable<IndexedRow>, query: Query): readonly DocumentEntry[] {
  const { order, limit, offset = 0 } = query
  const sign = order?.descending === true ? -1 : 1
  const field = createFieldReader(query.collection)
  const rows = filterRows(all, query).sort((a, b) => {
    const first = order === undefined ? 0 : compareValues(field(a, order.field), field(b, order.field))
    return sign * (first === 0 ? compareText(a.key, b.key) : first)
  })
  return rows
    .slice(offset, offset + limit)
    .map((row) => ({ key: row.key, document: pickDocumentOrSummary(row, query.summaries) }))
}

export function countRows(all: Iterable<IndexedRow>, { max = Number.POSITIVE_INFINITY, ...query }: CountQuery): number {
  return Math.min(max, filterRows(all, query).length)
}

function filterRows(all: Iterable<IndexedRow>, query: Omit<Query, 'limit' | 'offset'>): IndexedRow[] {
  const collection = requireCollection(query.collection)
  checkQuery(collection, query)
  const field = createFieldReader(query.collection)
  const { where = {}, range, keyPrefix, order, after, containsAny, words } = query
  const requested = new Set(containsAny?.values.map(toIndexText))
  return [...all].filter((row) => {
    if (!Object.entries(where).every(([name, value]) => toIndexValues(value).includes(field(row, name)))) return false
    if (keyPrefix !== undefined && !row.key.startsWith(keyPrefix)) return false
    if (range !== undefined && !inRange(field(row, range.field), range.from, range.to)) return false
    if (order !== undefined && field(row, order.field) === null) return false
    if (order !== undefined && after !== undefined) {
      const place = compareValues(field(row, order.field), toIndexValue(after.value)) || compareText(row.key, after.key)
      if (order.descending ? place >= 0 : place <= 0) return false
    }
    const listed = containsAny && row.extracted.arrays[collection.arrays.indexOf(containsAny.field)]
    if (containsAny !== undefined && listed?.some((value) => requested.has(value)) !== true) return false
    return words === undefined || matchesIndexedWords(collection, row.document, words)
  })
}

function toIndexValues(value: NonNullable<Query['where']>[string]): readonly IndexValue[] {
  return typeof value === 'object' ? value.map(toIndexText) : [toIndexValue(value)]
}

function inRange(value: IndexValue, from: string | undefined, to: string | undefined): boolean {
  if (typeof value !== 'string') return false
  if (from !== undefined && compareText(value, toIndexText(from)) < 0) return false
  return to === undefined || compareText(value, toIndexText(to)) <= 0
}

function createFieldReader(name: string): (row: IndexedRow, field: string) => IndexValue {
  const { scalars } = requireCollection(name)
  return (row, field) => row.extracted.scalars[scalars.indexOf(field)] ?? null
}
