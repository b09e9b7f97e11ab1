import { createHash } from 'node:crypto'
import { type CollectionGroup, type DocumentData, type Firestore, Timestamp } from 'firebase-admin/firestore'
import type { Key } from '#domain/store/index.ts'

/*
 * Each key has one Firestore document, at the key's own path:
 *
 *   key        the path as text: order and ties are those of the other stores
 *   changedAt  Firestore's time of the request that wrote it
 *   f_<field>  fields that `collections.ts` declares; `datosCiudadano.id` is f_datosCiudadano__id
 *   summary    the summary for lists, as JSON, if `collections.ts` declares it
 *   words      search words, with their prefixes in `terms`, if the collection has any
 *   body       the document as JSON; or, when it is too long for one document,
 *   packed     {hash, parts}: gzip of the JSON, in pieces, at <key>/parts/<hash>-<n>
 *
 *   left_<collection>/<digest>   {scope, key, changedAt}: a document that left a followed scope or was deleted
 */

export const KEY_FIELD = 'key'
export const CHANGED_AT_FIELD = 'changedAt'
export const SCOPE_FIELD = 'scope'
export const SUMMARY_FIELD = 'summary'
export const PARTS_COLLECTION = 'parts'
export const WORDS_FIELD = 'words'
export const WORD_TERMS_FIELD = 'terms'

/** Firestore's maximum number of values in an `in` or `array-contains-any` filter. */
export const MAX_VALUES_PER_QUERY = 30

/** Returns a field's name in Firestore, without dots, because Firestore reads them as a path. */
export function toFirestoreFieldName(field: string): string {
  return `f_${field.replaceAll('.', '__')}`
}

export function buildExitedScopesCollection(collection: string): string {
  return `left_${collection}`
}

export function formatScope(field: string, value: string): string {
  return `${field}=${value}`
}

/** Returns the path of the marker of a left scope, always the same for the same scope and key. */
export function buildExitedScopePath(collection: string, field: string, value: string, key: Key): string {
  return `${buildExitedScopesCollection(collection)}/${createHash('sha256')
    .update(JSON.stringify([field, value, key]))
    .digest('hex')}`
}

/** Returns a query for all documents of a collection, under any parent. */
export function openCollectionGroup(
  firestore: Firestore,
  collection: string,
): CollectionGroup<DocumentData, DocumentData> {
  return firestore.collectionGroup(collection)
}

/** Converts to microseconds since 1970-01-01 UTC, Firestore's precision. Safe integers until the year 2255. */
export function toMicroseconds(time: Timestamp): number {
  return time.seconds * 1_000_000 + Math.floor(time.nanoseconds / 1000)
}

export function toTimestamp(time: number): Timestamp {
  const seconds = Math.floor(time / 1_000_000)
  return new Timestamp(seconds, (time - seconds * 1_000_000) * 1000)
}

export function splitIntoChunks<T>(values: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / length) }, (_, i) => values.slice(i * length, (i + 1) * length))
}
