import type { Key, StoredDocument } from '#domain/store/index.ts'
import { deepFreeze } from '#core/deep-freeze.ts'

/** Characters of JSON that may be kept parsed. */
const BUDGET = 32_000_000

type Copy = { readonly version: string; readonly document: StoredDocument; readonly size: number }

/** Documents of much-read collections; other instances write, so the head is always read. Oldest use leaves first. */
export class DocumentCache {
  readonly #copies = new Map<Key, Copy>()
  #size = 0

  get(key: Key, version: string): StoredDocument | undefined {
    const copy = this.#copies.get(key)
    if (copy?.version !== version) return undefined
    this.#copies.delete(key)
    this.#copies.set(key, copy)
    return copy.document
  }

  put(key: Key, version: string, json: string): StoredDocument {
    const document = deepFreeze(JSON.parse(json) as StoredDocument)
    if (json.length > BUDGET / 4) return document
    this.#drop(key)
    this.#copies.set(key, { version, document, size: json.length })
    this.#size += json.length
    for (const oldest of this.#copies.keys()) {
      if (this.#size <= BUDGET) break
      this.#drop(oldest)
    }
    return document
  }

  #drop(key: Key): void {
    this.#size -= this.#copies.get(key)?.size ?? 0
    this.#copies.delete(key)
  }
}
