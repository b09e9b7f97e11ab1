import type { MutationId } from '#domain/kernel/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { readSendingClaims } from '../claims.ts'
import { runWriteOrThrow, runRead, type Local } from '../local.ts'
import { readMetaInTransaction, writeMetaInTransaction } from '../meta.ts'

/** Stores the signed permit with which this device may send one change of a citizen. */
export function storePermit(local: Local, mutation: MutationId, permit: string): Promise<void> {
  return runWriteOrThrow(local, ['meta'], async (database) => {
    await writeMetaInTransaction(database, 'permits', {
      ...(await readMetaInTransaction(database, 'permits')),
      [mutation]: permit,
    })
  })
}

/**
 * Returns the permits of entries that are being sent, then those of waiting entries. Excludes refused entries.
 * @param max maximum permits per request
 */
export function listWaitingPermits(local: Local, max: number): Promise<readonly string[]> {
  return runRead(local, ['meta', 'outbox', 'claims'], async (database) => {
    const permits = (await readMetaInTransaction(database, 'permits')) ?? {}
    const [rows, { entries }] = await Promise.all([
      database.outbox.orderBy('order').toArray(),
      readSendingClaims(database),
    ])
    const waiting = rows.filter(({ state }) => state === 'waiting')
    const behind = waiting.filter(({ order }) => !entries.has(order))
    const renewable = waiting.filter(({ order }) => entries.has(order))
    return [...renewable, ...behind].flatMap(({ id }) => permits[id] ?? []).slice(0, max)
  })
}

/**
 * An unsent change that the server would refuse, because its permit expired, is missing, or is unknown to a server that
 * was restored from a backup. `renews`: the old permit.
 */
export type ExpiredPermit = Pick<Mutation, 'id' | 'kind' | 'template' | 'answer'> & { readonly renews?: string }

/** @param now current time, milliseconds */
export function listExpiredPermits(local: Local, now: number): Promise<readonly ExpiredPermit[]> {
  return runRead(local, ['meta', 'outbox'], async (database) => {
    const permits = (await readMetaInTransaction(database, 'permits')) ?? {}
    const isUnknown = (await readMetaInTransaction(database, 'signInNeeded')) === true
    const rows = await database.outbox.orderBy('order').toArray()
    return rows.flatMap(({ entry: { mutation } }): readonly ExpiredPermit[] => {
      const { id, kind, template, answer } = mutation
      const renews = permits[id]
      if (!isUnknown && renews !== undefined && readPermitExpiry(renews) > now) return []
      return [{ id, kind, template, answer, ...(renews === undefined ? {} : { renews }) }]
    })
  })
}

/** Returns the expiry time in a permit, milliseconds; 0 when it cannot be read. */
function readPermitExpiry(permit: string): number {
  try {
    const body = atob((permit.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    return Date.parse((JSON.parse(body) as { readonly until: string }).until) || 0
  } catch {
    return 0
  }
}

/** Deletes a citizen's permits at sign-out, except permits of unsent entries. */
export function forgetPermits(local: Local): Promise<void> {
  return runWriteOrThrow(local, ['meta', 'outbox'], async (database) => {
    const permits = (await readMetaInTransaction(database, 'permits')) ?? {}
    const waiting = new Set<string>((await database.outbox.toArray()).map(({ id }) => id))
    const kept = Object.entries(permits).filter(([id]) => waiting.has(id))
    await writeMetaInTransaction(database, 'permits', Object.fromEntries(kept))
  })
}
