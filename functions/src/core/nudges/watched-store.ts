import type { Decision, Found, StoredDocument, Unit, Write } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** A durable write, with the document that was there before, where its unit has looked at it. */
export type Told = { readonly write: Write; readonly before: StoredDocument | undefined }

/** Who hears of writes; asked before each commit if anyone listens, so that nothing is paid for while no one does. */
type Audience = { readonly isWanted: () => boolean; readonly wrote: (writes: readonly Told[]) => void }

/** Reports every write of the store once it is durable, without what a unit decided in a run that did not count. */
export function watchedStore(store: Store, { isWanted, wrote }: Audience): Store {
  async function commit<R>(unit: Unit<R>): Promise<R> {
    if (!isWanted()) return store.commit(unit)
    let last: readonly Told[] = []
    const result = await store.commit<R>({
      keysFor: unit.keysFor,
      decide: (found): Decision<R> => {
        const decision = unit.decide(found)
        last = toldOf(decision.writes, found)
        return decision
      },
    })
    if (last.length > 0) wrote(last)
    return result
  }
  // Everything else is the store's own, as it is at that moment: eras, too.
  return Object.assign(Object.create(store) as Store, { commit })
}

function toldOf(writes: readonly Write[], found: Found): readonly Told[] {
  return writes.map((write) => ({ write, before: found.has(write.key) ? found.get(write.key) : undefined }))
}
