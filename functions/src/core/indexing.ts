import type { StoredDocument } from '#domain/store/index.ts'
import type { Collection } from './collections.ts'
import { includesSearchWords } from '#domain/search/index.ts'
import type { ChangesQuery, Query, WordsQuery } from './ports.ts'

/** Value of a field in an index. Booleans are 0 and 1; values of other types are not searchable. */
export type IndexValue = string | number | null

export type ExtractedIndexValues = {
  /** a value for each of the collection's scalars, in their order */
  readonly scalars: readonly IndexValue[]
  /** a list without duplicates for each of its arrays */
  readonly arrays: readonly (readonly string[])[]
  /** fields that lists show, as JSON; undefined when the collection has no summary */
  readonly summary: string | undefined
}

/** The searchable part of a document. All stores use this function, so that their searches agree. */
export function extractIndexValues(collection: Collection, document: StoredDocument): ExtractedIndexValues {
  const summary = collection.summary?.(document)
  const searched =
    collection.derived === undefined ? document : { ...document, ...collection.derived(document, summary) }
  return {
    scalars: collection.scalars.map((field) => toIndexValue(readFieldAt(searched, field))),
    arrays: collection.arrays.map((field) => indexTexts(readFieldAt(searched, field))),
    summary: summary && JSON.stringify(summary),
  }
}

export function toIndexValue(value: unknown): IndexValue {
  if (typeof value === 'string') return toIndexText(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Makes text well-formed for an index by replacing lone surrogates with U+FFFD. The document is not changed. */
export function toIndexText(value: string): string {
  return value.toWellFormed()
}

function indexTexts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.filter((item) => typeof item === 'string').map(toIndexText))]
}

/** Cache of split paths. There are few declared fields, and they are read for every document. */
const paths = new Map<string, readonly string[]>()

function splitFieldPath(field: string): readonly string[] {
  const known = paths.get(field)
  if (known !== undefined) return known
  const path = field.split('.')
  paths.set(field, path)
  return path
}

function readFieldAt(document: StoredDocument, field: string): unknown {
  let value: unknown = document
  for (const name of splitFieldPath(field)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/**
 * Throws when a query uses a field, direction or option that the collection does not declare, which the cloud's store
 * would refuse.
 */
export function checkQuery(collection: Collection, query: Omit<Query, 'limit'>): void {
  if (query.after !== undefined && query.order === undefined)
    throw new Error('A page begins after something in an order')
  const scalars = [...Object.keys(query.where ?? {}), query.range?.field, query.order?.field]
  for (const field of scalars) {
    if (field !== undefined && !collection.scalars.includes(field)) throwUndeclared(query.collection, field)
  }
  for (const field of collection.forward ?? []) {
    const { where = {}, range, order, containsAny } = query
    const isFiltered = Object.hasOwn(where, field) || range?.field === field
    const isAlone = containsAny === undefined || order?.descending === true
    if (isFiltered || (order?.field === field && isAlone)) throwUndeclared(query.collection, `${field} (otherwise)`)
  }
  const { order } = query
  if (order?.descending === true && collection.ascending?.includes(order.field) === true)
    throwUndeclared(query.collection, `${order.field} (backwards)`)
  checkSummaries(collection, query)
  if (query.words !== undefined && collection.words === undefined) throwUndeclared(query.collection, '(words)')
  const list = query.containsAny?.field
  if (list !== undefined && !collection.arrays.includes(list)) throwUndeclared(query.collection, list)
}

/** True when a document contains the searched words. */
export function matchesIndexedWords(
  collection: Collection,
  document: StoredDocument,
  { within, any }: WordsQuery,
): boolean {
  const own = collection.words?.(document)
  return own?.within === within && any.some((searchWords) => includesSearchWords(own.words, searchWords))
}

/** @param followed fields of a collection that this store can follow */
export function checkChangesQuery(
  collection: Collection,
  query: ChangesQuery,
  followed = (eachCollection: Collection): readonly string[] => eachCollection.followed,
): void {
  if (!followed(collection).includes(query.field)) throwUndeclared(query.collection, `${query.field} (followed)`)
  checkSummaries(collection, query)
}

function checkSummaries(collection: Collection, query: Pick<Query, 'collection' | 'summaries'>): void {
  if (query.summaries === true && collection.summary === undefined) throwUndeclared(query.collection, '(summaries)')
}

function throwUndeclared(collection: string, field: string): never {
  throw new Error(`Field ${field} of ${collection} is not declared in collections.ts`)
}
