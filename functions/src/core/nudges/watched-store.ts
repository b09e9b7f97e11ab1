import type { Decision, FoundDocuments, StoredDocument, Unit, Write } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** A committed write, with the previous document if the unit has read it. */
export type WatchedWrite = { readonly write: Write; readonly before: StoredDocument | undefined }

/** Receiver of writes. `isWanted` is checked before each commit, so that commits without listeners cost nothing. */
type Audience = { readonly isWanted: () => boolean; readonly wrote: (writes: readonly WatchedWrite[]) => void }

/**
 * Returns a store that reports every committed write. If the store runs a unit several times, only the last run is
 * reported.
 */
export function watchStore(store: Store, { isWanted, wrote }: Audience): Store {
  async function commit<R>(unit: Unit<R>): Promise<R> {
    if (!isWanted()) return store.commit(unit)
    let last: readonly WatchedWrite[] = []
    const result = await store.commit<R>({
      keysFor: unit.keysFor,
      decide: (documents): Decision<R> => {
        const decision = unit.decide(documents)
        last = withPreviousDocuments(decision.writes, documents)
        return decision
      },
    })
    if (last.length > 0) wrote(last)
    return result
  }
  // Inherits everything else from the store, including later changes of `eras`.
  return Object.assign(Object.create(store) as Store, { commit })
}

function withPreviousDocuments(writes: readonly Write[], documents: FoundDocuments): readonly WatchedWrite[] {
  return writes.map((write) => ({ write, before: documents.has(write.key) ? documents.get(write.key) : undefined }))
}
