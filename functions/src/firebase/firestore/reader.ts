import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { deepFreeze } from '#core/deep-freeze.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { requireCollection } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'
import { buildPartPaths, unpackBody } from './content.ts'
import { toMicroseconds } from './layout.ts'

/** Size of the cache, in characters of JSON. */
const MAX_CACHE_CHARACTERS = 32_000_000

type Copy = { readonly version: string; readonly document: StoredDocument; readonly size: number }

/**
 * Cache of parsed documents of frequently read collections. Other instances also write, so a document's head is always
 * read, for its version. Evicts the least recently used documents.
 */
class DocumentCache {
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
    if (json.length > MAX_CACHE_CHARACTERS / 4) return document
    this.#drop(key)
    this.#copies.set(key, { version, document, size: json.length })
    this.#size += json.length
    for (const oldest of this.#copies.keys()) {
      if (this.#size <= MAX_CACHE_CHARACTERS) break
      this.#drop(oldest)
    }
    return document
  }

  #drop(key: Key): void {
    this.#size -= this.#copies.get(key)?.size ?? 0
    this.#copies.delete(key)
  }
}

/** Reads documents; `getAll` of the database or of a transaction. */
export type GetAll = (...references: DocumentReference[]) => Promise<DocumentSnapshot[]>

export type LoadedDocument = { readonly document: StoredDocument | undefined; readonly head: DocumentSnapshot }

/** Maximum attempts to read a document that is replaced between reading its head and its parts. */
const MAX_TRIES = 5

export class DocumentReader {
  readonly #firestore: Firestore
  readonly #kept = new DocumentCache()

  constructor(firestore: Firestore) {
    this.#firestore = firestore
  }

  /** Reads documents by key. Throws on invalid keys. */
  async read(keys: readonly Key[], getAll?: GetAll): Promise<ReadonlyMap<Key, LoadedDocument>> {
    for (const key of keys) readCollectionName(key)
    const loaded = new Map<Key, LoadedDocument>()
    let missing = [...new Set(keys)]
    for (let tries = 0; missing.length > 0; tries += 1) {
      if (tries >= MAX_TRIES) throw new Error(`Parts of ${missing[0]} are missing`)
      for (const [key, one] of await this.assemble(await this.heads(missing, getAll), getAll)) loaded.set(key, one)
      missing = missing.filter((key) => !loaded.has(key))
    }
    return loaded
  }

  async heads(
    keys: readonly Key[],
    getAll: GetAll = (...all) => this.#firestore.getAll(...all),
  ): Promise<readonly DocumentSnapshot[]> {
    return keys.length === 0 ? [] : getAll(...keys.map((key) => this.#firestore.doc(key)))
  }

  /** @returns documents by key, without documents whose parts were replaced after their head was read */
  async assemble(heads: readonly DocumentSnapshot[], getAll?: GetAll): Promise<ReadonlyMap<Key, LoadedDocument>> {
    const loaded = new Map<Key, LoadedDocument>()
    const split: { readonly head: DocumentSnapshot; readonly paths: readonly string[] }[] = []
    for (const head of heads) {
      const key = head.ref.path
      const known = head.exists ? this.#known(head) : undefined
      const packed = readPackedParts(head)
      if (!head.exists) loaded.set(key, { head, document: undefined })
      else if (known !== undefined) loaded.set(key, { head, document: known })
      else if (packed === undefined) loaded.set(key, { head, document: this.#parse(head, String(head.get('body'))) })
      else split.push({ head, paths: buildPartPaths(key, packed) })
    }
    const parts = new Map<string, Uint8Array | undefined>()
    for (const part of await this.heads(
      split.flatMap(({ paths }) => paths),
      getAll,
    )) {
      parts.set(part.ref.path, part.exists ? (part.get('bytes') as Uint8Array) : undefined)
    }
    for (const { head, paths } of split) {
      const bytes = paths.flatMap((path) => parts.get(path) ?? [])
      if (bytes.length === paths.length)
        loaded.set(head.ref.path, { head, document: this.#parse(head, unpackBody(bytes)) })
    }
    return loaded
  }

  #known(head: DocumentSnapshot): StoredDocument | undefined {
    return isKept(head) ? this.#kept.get(head.ref.path, commitVersion(head)) : undefined
  }

  #parse(head: DocumentSnapshot, json: string): StoredDocument {
    return isKept(head)
      ? this.#kept.put(head.ref.path, commitVersion(head), json)
      : (JSON.parse(json) as StoredDocument)
  }
}

/** @returns hash and number of a document's parts; undefined: the document is not split */
export function readPackedParts(
  head: DocumentSnapshot | undefined,
): { readonly hash: string; readonly parts: number } | undefined {
  return head?.get('packed') as { readonly hash: string; readonly parts: number } | undefined
}

function isKept(head: DocumentSnapshot): boolean {
  return requireCollection(head.ref.parent.id).kept
}

/** Returns the commit time as text; it never repeats for a document. */
function commitVersion({ updateTime }: DocumentSnapshot): string {
  return updateTime === undefined ? '' : String(toMicroseconds(updateTime))
}
