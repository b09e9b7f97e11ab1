import type { Key } from '#domain/store/index.ts'
import { type CollectionName, isCollection } from './collections.ts'

/** A segment of a key; keys alternate collections and ids. Not `.`, `..` or `__x__`, which Firestore reserves. */
const SEGMENT = String.raw`(?!\.{1,2}(?:/|$)|__.*__(?:/|$))[\w~.@:+=-]{1,200}`
const KEY = new RegExp(`^${SEGMENT}/${SEGMENT}(?:/${SEGMENT}/${SEGMENT}){0,4}$`)

/**
 * Collection of a key: `formularios/abc/versiones/3` belongs to `versiones`. Throws on a malformed key and on an
 * undeclared collection.
 */
export function readCollectionName(key: Key): CollectionName {
  if (!KEY.test(key)) throw new Error(`Not a document's key: ${JSON.stringify(key).slice(0, 200)}`)
  const end = key.lastIndexOf('/')
  const name = key.slice(key.lastIndexOf('/', end - 1) + 1, end)
  if (!isCollection(name)) throw new Error(`Collection ${name} is not declared in collections.ts`)
  return name
}
