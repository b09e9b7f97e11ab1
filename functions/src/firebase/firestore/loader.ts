import type { DocumentSnapshot } from 'firebase-admin/firestore'
import {
  type FoundDocuments,
  wrapFound,
  wrapFoundSoFar,
  type Key,
  type StoredDocument,
  type Unit,
} from '#domain/store/index.ts'
import { collectionOf } from '#core/document-keys.ts'
import type { GetAll, DocumentReader } from './reader.ts'

/** Maximum rounds of reading for a unit. A unit that needs more is in a loop. */
export const MAX_ROUNDS = 20

/** Documents read in one attempt of a transaction. Firestore requires all reads before the first write. */
export class Loader {
  readonly #reader: DocumentReader
  readonly #getAll: GetAll
  readonly #documents = new Map<Key, StoredDocument | undefined>()
  readonly #heads = new Map<Key, DocumentSnapshot>()

  constructor(reader: DocumentReader, getAll: GetAll) {
    this.#reader = reader
    this.#getAll = getAll
  }

  async load(keys: readonly Key[]): Promise<void> {
    for (const [key, { document, head }] of await this.#reader.read(
      keys.filter((key) => !this.#heads.has(key)),
      this.#getAll,
    )) {
      this.#documents.set(key, document)
      this.#heads.set(key, head)
    }
  }

  /**
   * Loads the documents of all units together, in rounds. @returns the documents of each unit; undefined for a unit
   * that failed or needs too many rounds
   */
  async loadFor(units: readonly Unit<unknown>[]): Promise<readonly (FoundDocuments | undefined)[]> {
    const known = units.map(() => new Map<Key, StoredDocument | undefined>())
    const found = known.map(wrapFoundSoFar)
    const done: (FoundDocuments | undefined)[] = units.map(() => undefined)
    let open = units.map((_, i) => i)
    for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
      const fresh = new Map<number, readonly Key[]>()
      for (const i of open) {
        const keys = freshKeys(units[i], found[i])
        if (keys?.length === 0) done[i] = wrapFound(known[i] ?? new Map())
        else if (keys !== undefined) fresh.set(i, keys)
      }
      await this.load([...fresh.values()].flat())
      for (const [i, keys] of fresh) for (const key of keys) known[i]?.set(key, this.#documents.get(key))
      open = [...fresh.keys()]
    }
    return done
  }

  read(key: Key): StoredDocument | undefined {
    if (!this.#heads.has(key)) throw new NotLoadedError(key)
    return this.#documents.get(key)
  }

  head(key: Key): DocumentSnapshot {
    const head = this.#heads.get(key)
    if (head === undefined) throw new NotLoadedError(key)
    return head
  }
}

export class NotLoadedError extends Error {
  override readonly name = 'NotLoaded'
  readonly key: Key

  constructor(key: Key) {
    super(`${key} was not read`)
    this.key = key
  }
}

/** @returns keys that the unit still needs; undefined if it throws, as it will again when it is decided */
function freshKeys(unit: Unit<unknown> | undefined, found: FoundDocuments | undefined): readonly Key[] | undefined {
  try {
    const keys = unit?.keysFor(found ?? wrapFoundSoFar(new Map())) ?? []
    for (const key of keys) collectionOf(key)
    return keys.filter((key) => found?.has(key) !== true)
  } catch {
    return undefined
  }
}
