import { createHash } from 'node:crypto'
import { type CollectionGroup, type DocumentData, type Firestore, Timestamp } from 'firebase-admin/firestore'
import type { Key } from '#domain/store/index.ts'

/*
 * One Firestore document under each key, at the key's own path:
 *
 *   key        the path as a text: order and ties are those of the other stores
 *   changedAt  Firestore's time of the request that wrote it
 *   f_<field>  what `collections.ts` declares; `datosCiudadano.id` is f_datosCiudadano__id
 *   summary    what lists show of it, as JSON, where `collections.ts` says
 *   words      the words by which it is found, and in `terms` their beginnings, where the collection has such
 *   body       the document as JSON; or, when it is too long for one document,
 *   packed     {hash, parts}: gzip of the JSON, in pieces, at <key>/parts/<hash>-<n>
 *
 *   left_<collection>/<digest>   {scope, key, changedAt}: a document that left a followed scope or was deleted
 */

export const KEY_FIELD = 'key'
export const CHANGED_AT = 'changedAt'
export const SCOPE = 'scope'
export const SUMMARY = 'summary'
export const PARTS = 'parts'
export const WORDS = 'words'
export const WORD_TERMS = 'terms'

/** Firestore takes so many values in one `in` or `array-contains-any`. */
export const VALUES_PER_QUERY = 30

/** A field's name in Firestore: a simple one, so that dots in it are no path. */
export function fieldName(field: string): string {
  return `f_${field.replaceAll('.', '__')}`
}

export function leftCollection(collection: string): string {
  return `left_${collection}`
}

export function scopeText(field: string, value: string): string {
  return `${field}=${value}`
}

/** The same scope and key always have the same marker. */
export function leftPath(collection: string, field: string, value: string, key: Key): string {
  return `${leftCollection(collection)}/${createHash('sha256')
    .update(JSON.stringify([field, value, key]))
    .digest('hex')}`
}

/** All documents of a collection, whatever they lie under. */
export function group(firestore: Firestore, collection: string): CollectionGroup<DocumentData, DocumentData> {
  return firestore.collectionGroup(collection)
}

/** Microseconds since 1970-01-01 UTC: the precision of Firestore's times, and a safe integer until the year 2255. */
export function microseconds(time: Timestamp): number {
  return time.seconds * 1_000_000 + Math.floor(time.nanoseconds / 1000)
}

export function timestampOf(time: number): Timestamp {
  const seconds = Math.floor(time / 1_000_000)
  return new Timestamp(seconds, (time - seconds * 1_000_000) * 1000)
}

export function chunksOf<T>(values: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / length) }, (_, i) => values.slice(i * length, (i + 1) * length))
}
