import { COLLECTION_NAMES, type Collection, requireCollection } from '#core/collections.ts'
import { listFollowedFields } from '#core/collection.ts'
import {
  CHANGED_AT_FIELD,
  toFirestoreFieldName,
  KEY_FIELD,
  buildExitedScopesCollection,
  PARTS_COLLECTION,
  SCOPE_FIELD,
  WORD_TERMS_FIELD,
  WORDS_FIELD,
} from './layout.ts'

/*
 * Firestore answers a query only from an index that covers all of it, but can merge indexes that end in the same order.
 * Indexes for each search (a list of fields, the last for the order) that `collections.ts` declares:
 *
 *   - its fields, then the key for ties; ascending and descending, or only ascending if declared so
 *   - each prefix of its fields, then the key, for searches without an order
 *   - each other field, then the same order, which Firestore merges as a filter (unless the field is searched alone)
 *
 * A search with an array field has only the first of these. Each field also has an index with only the key after it.
 */

const DIRECTIONS = ['ASCENDING', 'DESCENDING'] as const
type Direction = (typeof DIRECTIONS)[number]
type IndexField =
  | { readonly fieldPath: string; readonly order: Direction }
  | { readonly fieldPath: string; readonly arrayConfig: 'CONTAINS' }
type Index = {
  readonly collectionGroup: string
  readonly queryScope: 'COLLECTION' | 'COLLECTION_GROUP'
  readonly fields: readonly IndexField[]
}
type Override = { readonly collectionGroup: string; readonly fieldPath: string; readonly indexes: readonly object[] }

/** Returns the content of `firestore.indexes.json`. */
export function buildFirestoreIndexes(): {
  readonly indexes: readonly Index[]
  readonly fieldOverrides: readonly Override[]
} {
  const indexes = COLLECTION_NAMES.flatMap((name) => [...searchIndexes(name), ...changeIndexes(name)])
  const unique = new Map(indexes.map((index) => [JSON.stringify(index), index]))
  return {
    indexes: [...unique.values()],
    fieldOverrides: [...COLLECTION_NAMES.flatMap(indexOverrides), buildExemptField(PARTS_COLLECTION, 'bytes')],
  }
}

function searchIndexes(name: string): readonly Index[] {
  const collection: Collection = requireCollection(name)
  const indexed = (field: string): IndexField =>
    collection.arrays.includes(field) ? buildArrayField(field) : buildAscendingField(field)
  const { forward = [], ascending: ascendingFields = [] } = collection
  const filters = [...collection.scalars.filter((field) => !forward.includes(field)), ...collection.arrays].map(indexed)
  const joinedFilters = filters.filter(
    ({ fieldPath }) => !(collection.alone ?? []).map(toFirestoreFieldName).includes(fieldPath),
  )
  const foundFields: (readonly IndexField[])[] = []
  for (const fields of collection.indexes) {
    const equal = fields.slice(0, -1)
    const last = fields.at(-1) ?? ''
    const hasList = equal.some((field) => collection.arrays.includes(field))
    if (!hasList)
      fields.forEach((_, i) =>
        foundFields.push([
          ...fields.slice(0, i + 1).map(buildAscendingField),
          buildSortedField(KEY_FIELD, 'ASCENDING'),
        ]),
      )
    for (const direction of [...forward, ...ascendingFields].includes(last) ? (['ASCENDING'] as const) : DIRECTIONS) {
      const order = [buildSortedField(toFirestoreFieldName(last), direction), buildSortedField(KEY_FIELD, direction)]
      foundFields.push([...equal.map(indexed), ...order])
      // Only for searches with filters and an order. A code or an e-mail address is searched alone.
      if (equal.length > 0 && !hasList)
        for (const filter of joinedFilters)
          if (filter.fieldPath !== toFirestoreFieldName(last)) foundFields.push([filter, ...order])
    }
  }
  for (const filter of filters) foundFields.push([filter, buildSortedField(KEY_FIELD, 'ASCENDING')])
  return foundFields.map((fields) => ({ collectionGroup: name, queryScope: 'COLLECTION_GROUP', fields }))
}

function changeIndexes(name: string): readonly Index[] {
  const collection: Collection = requireCollection(name)
  const { arrays } = collection
  const followed = listFollowedFields(collection)
  const order = buildSortedField(CHANGED_AT_FIELD, 'ASCENDING')
  const present = followed.map((field): Index => {
    const scope = arrays.includes(field) ? buildArrayField(field) : buildAscendingField(field)
    return { collectionGroup: name, queryScope: 'COLLECTION_GROUP', fields: [scope, order] }
  })
  if (followed.length === 0) return present
  return [
    ...present,
    {
      collectionGroup: buildExitedScopesCollection(name),
      queryScope: 'COLLECTION',
      fields: [buildSortedField(SCOPE_FIELD, 'ASCENDING'), order],
    },
  ]
}

/** Removes unused indexes: bodies are never searched, and an index on an increasing time slows down every write. */
function indexOverrides(name: string): readonly Override[] {
  const byKey = {
    collectionGroup: name,
    fieldPath: KEY_FIELD,
    indexes: (['ASCENDING', 'DESCENDING'] as const).map((order) => ({ order, queryScope: 'COLLECTION_GROUP' })),
  }
  return [
    byKey,
    ...buildWordIndexes(name),
    buildExemptField(name, 'body'),
    buildExemptField(name, 'packed'),
    buildExemptField(name, CHANGED_AT_FIELD),
  ]
}

/** Search uses only the prefixes in `terms`, so words have no index. */
function buildWordIndexes(name: string): readonly Override[] {
  if ((requireCollection(name) as Collection).words === undefined) return []
  const terms = [{ arrayConfig: 'CONTAINS', queryScope: 'COLLECTION' }]
  return [buildExemptField(name, WORDS_FIELD), { collectionGroup: name, fieldPath: WORD_TERMS_FIELD, indexes: terms }]
}

function buildExemptField(collectionGroup: string, fieldPath: string): Override {
  return { collectionGroup, fieldPath, indexes: [] }
}

function buildAscendingField(field: string): IndexField {
  return buildSortedField(toFirestoreFieldName(field), 'ASCENDING')
}

function buildArrayField(field: string): IndexField {
  return { fieldPath: toFirestoreFieldName(field), arrayConfig: 'CONTAINS' }
}

function buildSortedField(fieldPath: string, order: Direction): IndexField {
  return { fieldPath, order }
}
