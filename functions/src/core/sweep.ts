import { capExpiryUnit, deleteExpiredUnit, computeLatestPlausibleExpiry } from '#domain/store/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { COLLECTIONS, COLLECTION_NAMES, type CollectionName } from './collections.ts'
import type { Ports } from './ports.ts'

/** Collections with `expiresAt`. Expired documents are never read. */
const EXPIRING: readonly CollectionName[] = COLLECTION_NAMES.filter((name) =>
  (COLLECTIONS[name].scalars as readonly string[]).includes('expiresAt'),
)
/** Expiring documents with bytes, which other sweeps delete (orphans.ts, images.ts). */
const WITH_BYTES: readonly CollectionName[] = ['files', 'imagenes']
/** Documents per commit; few, so that other requests are not delayed. */
const BATCH_SIZE = 200
/** Maximum commits per sweep of a collection; the next hourly sweep continues. */
const MAX_COMMITS = 100

/**
 * Deletes expired documents without bytes, such as sessions, one-time tokens and counted attempts, and shortens
 * expiries that are too far in the future. Hosts call it hourly.
 * @returns the number deleted
 */
export async function sweepExpired(ports: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  let swept = 0
  for (const collection of EXPIRING) {
    if (!WITH_BYTES.includes(collection)) swept += await sweepCollection(ports, collection)
    await bringBack(ports, collection)
  }
  return swept
}

async function bringBack({ store, clock }: Pick<Ports, 'store' | 'clock'>, collection: string): Promise<void> {
  const now = clock()
  for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
    const range = { field: 'expiresAt', from: computeLatestPlausibleExpiry(now) }
    const entries = await store.query({ collection, range, limit: BATCH_SIZE })
    const keys = entries.map(({ key }) => key)
    if (keys.length > 0) await store.commit(capExpiryUnit(keys, now))
    if (keys.length < BATCH_SIZE) break
  }
}

async function sweepCollection({ store, clock }: Pick<Ports, 'store' | 'clock'>, collection: string): Promise<number> {
  const now = toInstant(clock())
  let swept = 0
  for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
    const entries = await store.query({ collection, range: { field: 'expiresAt', to: now }, limit: BATCH_SIZE })
    const keys = entries.map(({ key }) => key)
    if (keys.length > 0) swept += await store.commit(deleteExpiredUnit(keys, now))
    if (keys.length < BATCH_SIZE) break
  }
  return swept
}
