import type { MutationId } from '#domain/kernel/index.ts'
import { mustWrite, reading, type Local } from '../local.ts'
import { metaOf, putMeta } from '../meta.ts'

/** Keeps what lets this device send one change of a citizen, as the server has signed it. */
export function keepPermit(local: Local, mutation: MutationId, permit: string): Promise<void> {
  return mustWrite(local, ['meta'], async (database) => {
    await putMeta(database, 'permits', { ...(await metaOf(database, 'permits')), [mutation]: permit })
  })
}

/** The permits of what waits to be sent, the oldest first. @param most that one request shows */
export function waitingPermits(local: Local, most: number): Promise<readonly string[]> {
  return reading(local, ['meta', 'outbox'], async (database) => {
    const permits = (await metaOf(database, 'permits')) ?? {}
    const rows = await database.outbox.orderBy('order').toArray()
    return rows.flatMap(({ id }) => permits[id] ?? []).slice(0, most)
  })
}

/** A citizen has left this device: permits stay for what waits to be sent. */
export function forgetPermits(local: Local): Promise<void> {
  return mustWrite(local, ['meta', 'outbox'], async (database) => {
    const permits = (await metaOf(database, 'permits')) ?? {}
    const waiting = new Set<string>((await database.outbox.toArray()).map(({ id }) => id))
    const kept = Object.entries(permits).filter(([id]) => waiting.has(id))
    await putMeta(database, 'permits', Object.fromEntries(kept))
  })
}
