import { requireCollection } from '#core/collections.ts'

/*
 * Tables of each collection:
 *
 *   docs_X     id      = position of the last write, counted over the whole store; so "what changed since" is a range
 *                        of ids, and every index on a field is at once an index on (field, position)
 *              key, the scalar fields, lists (JSON, needed to find the old entries in list_X), body (JSON)
 *   list_X     (field, value, id) for every value of every array field
 *   left_X     (field, value, key, seq) of documents that left a followed scope or were deleted
 *
 * A `projected` collection has only key and body in docs_X. Its search fields are written after the commit
 * (following/README.md):
 *
 *   gone_X     seq, id, key, body: the version that the write at `seq` replaced or deleted, until every projection has
 *              removed it
 *   rows_X     id, key, the scalar fields, lists, summary: the columns that docs_X has otherwise
 *   words_X    a full-text index of the search words (rowid = id)
 */

export function buildDocumentsTableName(collection: string): string {
  return `"docs_${collection}"`
}

/** Returns the table with the search fields. */
export function buildSearchTableName(collection: string): string {
  return `"${buildRowsName(collection)}"`
}

function buildRowsName(collection: string): string {
  return `${requireCollection(collection).projected === true ? 'rows' : 'docs'}_${collection}`
}

export function buildDeletedTableName(collection: string): string {
  return `"gone_${collection}"`
}

export function buildListsTableName(collection: string): string {
  return `"list_${collection}"`
}

export function buildExitedScopesTableName(collection: string): string {
  return `"left_${collection}"`
}

export function buildWordsTableName(collection: string): string {
  return `"words_${collection}"`
}

/** Returns a prefixed name, because a document may have a field named `key` or `id`. */
export function buildColumnName(field: string): string {
  return `f:${field}`
}

export function quoteFieldColumn(field: string): string {
  return `"${buildColumnName(field)}"`
}

/** @param fields fields of the index, in order */
export function buildIndexName(collection: string, fields: readonly string[]): string {
  return `"index_${collection}_${fields.join('_')}"`
}
