import {
  type Decision,
  wrapFoundDocuments,
  wrapPartlyFoundDocuments,
  type Key,
  type StoredDocument,
  type Unit,
} from '#domain/store/index.ts'

/** Maximum rounds of reading; a unit that needs more is in a loop. */
const MAX_ROUNDS = 20

/**
 * Reads the documents that a unit asks for until it asks for no more, then lets it decide. Runs in the caller's
 * transaction; errors of the unit are not caught.
 */
export function runUnit<R>(unit: Unit<R>, read: (key: Key) => StoredDocument | undefined): Decision<R> {
  const documents = new Map<Key, StoredDocument | undefined>()
  const foundDocuments = wrapPartlyFoundDocuments(documents)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = documents.size
    for (const key of unit.keysFor(foundDocuments)) {
      if (!documents.has(key)) documents.set(key, read(key))
    }
    if (documents.size === before) return unit.decide(wrapFoundDocuments(documents))
  }
  throw new Error(`keysFor named new keys in each of ${MAX_ROUNDS} rounds`)
}
