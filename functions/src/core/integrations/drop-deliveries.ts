import { DELIVERIES_KEPT } from '#domain/integrations/judge/index.ts'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { keys, remove, unitOver } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Documents per commit. */
const AT_ONCE = 200

/**
 * Deletes the deliveries of a deleted webhook by number. If the server stops halfway, the rest remains but cannot be
 * read.
 */
export async function dropDeliveries(store: Store, path: MunicipalityPath, hook: string): Promise<void> {
  const counter = keys.deliveryCounter(path, hook)
  const count = (await store.get(counter))?.count ?? 0
  for (let last = count; last > Math.max(0, count - DELIVERIES_KEPT); last -= AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last) }, (_, index) => last - index)
    const gone = numbers.map((number) => remove(keys.delivery(path, hook, number)))
    await store.commit(unitOver([], () => ({ result: undefined, writes: gone })))
  }
  await store.commit(unitOver([], () => ({ result: undefined, writes: [remove(counter)] })))
}
