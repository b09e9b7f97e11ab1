import type { MutationId } from '#domain/kernel/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { readClaims } from '../claims.ts'
import { mustWrite, reading, type Local } from '../local.ts'
import { metaOf, putMeta } from '../meta.ts'

/** Keeps what lets this device send one change of a citizen, as the server has signed it. */
export function keepPermit(local: Local, mutation: MutationId, permit: string): Promise<void> {
  return mustWrite(local, ['meta'], async (database) => {
    await putMeta(database, 'permits', { ...(await metaOf(database, 'permits')), [mutation]: permit })
  })
}

/** Permits of what is under way (first) or waits; none of what was turned away. @param most that one request shows */
export function waitingPermits(local: Local, most: number): Promise<readonly string[]> {
  return reading(local, ['meta', 'outbox', 'claims'], async (database) => {
    const permits = (await metaOf(database, 'permits')) ?? {}
    const [rows, { entries }] = await Promise.all([database.outbox.orderBy('order').toArray(), readClaims(database)])
    const waiting = rows.filter(({ state }) => state === 'waiting')
    const behind = waiting.filter(({ order }) => !entries.has(order))
    const ahead = waiting.filter(({ order }) => entries.has(order))
    return [...ahead, ...behind].flatMap(({ id }) => permits[id] ?? []).slice(0, most)
  })
}

/**
 * What waits to be sent and is let through no more: its permit is over or missing, or the server did not know those
 * last shown (it was restored from a backup). `renews`: the old one.
 */
export type LapsedPermit = Pick<Mutation, 'id' | 'kind' | 'template' | 'answer'> & { readonly renews?: string }

/** @param now milliseconds */
export function lapsedPermits(local: Local, now: number): Promise<readonly LapsedPermit[]> {
  return reading(local, ['meta', 'outbox'], async (database) => {
    const permits = (await metaOf(database, 'permits')) ?? {}
    const isUnknown = (await metaOf(database, 'signInNeeded')) === true
    const rows = await database.outbox.orderBy('order').toArray()
    return rows.flatMap(({ entry: { mutation } }): readonly LapsedPermit[] => {
      const { id, kind, template, answer } = mutation
      const renews = permits[id]
      if (!isUnknown && renews !== undefined && endOf(renews) > now) return []
      return [{ id, kind, template, answer, ...(renews === undefined ? {} : { renews }) }]
    })
  })
}

/** When a permit is over, as it says itself; 0 where it cannot be read. */
function endOf(permit: string): number {
  try {
    const body = atob((permit.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    return Date.parse((JSON.parse(body) as { readonly until: string }).until) || 0
  } catch {
    return 0
  }
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
