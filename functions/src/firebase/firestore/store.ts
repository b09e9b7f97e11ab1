import type { Firestore } from 'firebase-admin/firestore'
import { wrapFoundDocuments, type Key, type StoredDocument } from '#domain/store/index.ts'
import { StoredAggregates } from '#core/counting/stored-aggregates.ts'
import { castQueryResults, type LogEra, type Store } from '#core/ports.ts'
import { readChanges } from './changes.ts'
import { FirestoreGroupCommit } from './group-commit.ts'
import { MAX_VALUES_PER_QUERY } from './layout.ts'
import { DocumentReader } from './reader.ts'
import { countDocuments, searchDocuments } from './search.ts'

/** Positions are times, so they increase. A restore needs another era, added by hand (README.md, "After a restore"). */
const ERAS: readonly LogEra[] = [{ id: 'firestore', from: 0 }]

export type FirestoreOptions = {
  /** eras, the oldest first; positions are in microseconds since 1970 */
  readonly eras?: readonly LogEra[]
  /** maximum values of a filter; tests lower it */
  readonly valuesPerQuery?: number
}

/**
 * Opens the store. Any number of instances may share a database. Closing waits for pending commits; the caller closes
 * the connection.
 */
export function openFirestoreStore(
  firestore: Firestore,
  { eras = ERAS, valuesPerQuery = MAX_VALUES_PER_QUERY }: FirestoreOptions = {},
): Store {
  const reader = new DocumentReader(firestore)
  const searched = { firestore, reader, valuesPerQuery }
  const group = new FirestoreGroupCommit(firestore, reader)

  const store: Store = {
    eras,
    getMany: async (keys) => {
      const loaded = await reader.read(keys)
      return wrapFoundDocuments(new Map(keys.map((key) => [key, loaded.get(key)?.document])))
    },
    get: async <T extends StoredDocument>(key: Key<T>) =>
      (await reader.read([key])).get(key)?.document as T | undefined,
    ...castQueryResults({
      query: async (query) => searchDocuments(searched, query),
      changes: async (query) => readChanges(searched, query),
    }),
    count: async (query) => countDocuments(searched, query),
    commit: (unit) => group.add(unit),
    close: () => group.close(),
  }
  return { ...store, statistics: new StoredAggregates(store) }
}
