import { MAX_DELIVERIES } from '#domain/integrations/judge/index.ts'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { keys, remove, unitForKeys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Documents per commit. */
const BATCH_SIZE = 200

/**
 * Deletes the deliveries of a deleted webhook by number. If the server stops halfway, the rest remains but cannot be
 * read.
 */
export async function deleteDeliveries(store: Store, path: MunicipalityPath, hook: string): Promise<void> {
  const counter = keys.deliveryCounter(path, hook)
  const count = (await store.get(counter))?.count ?? 0
  for (let last = count; last > Math.max(0, count - MAX_DELIVERIES); last -= BATCH_SIZE) {
    const numbers = Array.from({ length: Math.min(BATCH_SIZE, last) }, (_, index) => last - index)
    const gone = numbers.map((number) => remove(keys.delivery(path, hook, number)))
    await store.commit(unitForKeys([], () => ({ result: undefined, writes: gone })))
  }
  await store.commit(unitForKeys([], () => ({ result: undefined, writes: [remove(counter)] })))
}
