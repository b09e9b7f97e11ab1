import type { Key, StoredDocument } from '#domain/store/index.ts'
import { deepFreeze } from '#core/deep-freeze.ts'

const MAX_ABSENT = 1000

/**
 * Cache of parsed documents of collections that are read far more often than written (sessions, users, templates and
 * their versions). Every caller gets the same frozen object and may memoise on identity. Only this process writes the
 * file, so entries are never stale: a commit drops the keys that it wrote. Evicts the least recently used.
 */
export class DocumentCache {
  readonly #documents = new Map<Key, { readonly document: StoredDocument; readonly size: number }>()
  /** keys without a document that are read repeatedly, such as settings that were never changed */
  readonly #absent = new Set<Key>()
  readonly #budget: number
  #size = 0

  /** @param budget total characters of JSON */
  constructor(budget: number) {
    this.#budget = budget
  }

  get(key: Key): StoredDocument | undefined {
    const hit = this.#documents.get(key)
    if (hit === undefined) return undefined
    this.#documents.delete(key)
    this.#documents.set(key, hit)
    return hit.document
  }

  isAbsent(key: Key): boolean {
    return this.#absent.has(key)
  }

  /** Bounded, because anyone may ask for sessions that do not exist. */
  putAbsent(key: Key): void {
    if (this.#absent.size >= MAX_ABSENT) this.#absent.clear()
    this.#absent.add(key)
  }

  /** @param size characters of its JSON */
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
