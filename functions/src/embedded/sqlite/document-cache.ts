import type { Key, StoredDocument } from '#domain/store/index.ts'
import { deepFreeze } from '#core/deep-freeze.ts'

const MAX_ABSENT = 1000

/**
 * Cache of parsed documents of collections that are read far more often than written (sessions, users, templates and
 * their versions). All callers get the same frozen object, so they may memoize by identity. Entries are never stale,
 * because only this process writes the file, and a commit drops the keys it wrote. Evicts the least recently used
 * documents.
 */
export class DocumentCache {
  readonly #documents = new Map<Key, { readonly document: StoredDocument; readonly size: number }>()
  /** keys that have no document but are often read, such as settings that were never changed */
  readonly #absent = new Set<Key>()
  readonly #budget: number
  #size = 0

  /** @param budget total characters of JSON */
  constructor(budget: number) {
    this.#budget = budget
  }

  get(key: Key): StoredDocument | undefined {
    const cachedDocument = this.#documents.get(key)
    if (cachedDocument === undefined) return undefined
    this.#documents.delete(key)
    this.#documents.set(key, cachedDocument)
    return cachedDocument.document
  }

  isAbsent(key: Key): boolean {
    return this.#absent.has(key)
  }

  /** Records that a key has no document. Bounded, because anyone may ask for sessions that do not exist. */
  putAbsent(key: Key): void {
    if (this.#absent.size >= MAX_ABSENT) this.#absent.clear()
    this.#absent.add(key)
  }

  /** @param size characters of the document's JSON */
  put(key: Key, found: StoredDocument, size: number): StoredDocument {
    const document = deepFreeze(found)
    if (size > this.#budget / 4) return document
    this.drop(key)
    this.#documents.set(key, { document, size })
    this.#size += size
    for (const oldest of this.#documents.keys()) {
      if (this.#size <= this.#budget) break
      this.drop(oldest)
    }
    return document
  }

  drop(key: Key): void {
    this.#absent.delete(key)
    this.#size -= this.#documents.get(key)?.size ?? 0
    this.#documents.delete(key)
  }
}
