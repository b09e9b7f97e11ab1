import { remove, set, type Found, type Write, unitOver } from '#domain/store/index.ts'
import { instantSchema, toInstant } from '#domain/kernel/index.ts'
import type { CollectionName } from './collections.ts'
import type { Ports } from './ports.ts'

/** What ends by itself at `expiresAt`. Nothing asks for it afterwards, so it would only fill the disk. */
const ENDING: readonly CollectionName[] = ['websession', 'tokens', 'throttles']
/** The same of bytes; other sweeps remove them (orphans.ts, images.ts). */
const ENDING_WITH_BYTES: readonly CollectionName[] = ['files', 'imagenes']
/** Nothing is given longer than a month before it ends: what ends later was dated by a clock that was ahead. */
const LONGEST_LIFE = 30 * 24 * 60 * 60 * 1000
const SLACK = 24 * 60 * 60 * 1000
/** Documents in one commit: few enough to keep nobody waiting. */
const AT_ONCE = 200
/** Commits in one sweep of a collection; the next hour goes on. */
const MOST_COMMITS = 100

/** Removes sessions, one-time tokens and counted attempts whose time is over. Hosts call it every hour. @returns how many went */
export async function sweepExpired(ports: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  let swept = 0
  for (const collection of ENDING) swept += await sweep(ports, collection)
  for (const collection of [...ENDING, ...ENDING_WITH_BYTES]) await bringBack(ports, collection)
  return swept
}

/** Gives what ends too late a month from now. */
async function bringBack({ store, clock }: Pick<Ports, 'store' | 'clock'>, collection: string): Promise<void> {
  const now = clock()
  const [latest, expiresAt] = [toInstant(now + LONGEST_LIFE + SLACK), toInstant(now + LONGEST_LIFE)]
  for (let commit = 0; commit < MOST_COMMITS; commit += 1) {
    const entries = await store.query({ collection, range: { field: 'expiresAt', from: latest }, limit: AT_ONCE })
    const keys = entries.map(({ key }) => key)
    const late = (found: Found): readonly Write[] =>
      keys.flatMap((key): readonly Write[] => {
        const document = found.get(key)
        const end = instantSchema.safeParse(document?.['expiresAt'])
        return end.success && end.data >= latest ? [set(key, { ...document, expiresAt })] : []
      })
    if (keys.length > 0) await store.commit(unitOver(keys, (found) => ({ result: true, writes: late(found) })))
    if (keys.length < AT_ONCE) break
  }
}

async function sweep({ store, clock }: Pick<Ports, 'store' | 'clock'>, collection: string): Promise<number> {
  const now = toInstant(clock())
  let swept = 0
  for (let commit = 0; commit < MOST_COMMITS; commit += 1) {
    const entries = await store.query({ collection, range: { field: 'expiresAt', to: now }, limit: AT_ONCE })
    if (entries.length === 0) break
    const keys = entries.map(({ key }) => key)
    // Looked at again inside: a session that was used meanwhile, a bucket that counts anew, stays.
    const gone = (found: Found): readonly Write[] =>
      keys.filter((key) => isOver(found.get(key)?.['expiresAt'], now)).map((key) => remove(key))
    swept += await store.commit(unitOver(keys, (found) => ({ result: gone(found).length, writes: gone(found) })))
    if (entries.length < AT_ONCE) break
  }
  return swept
}

function isOver(expiresAt: unknown, now: string): boolean {
  const parsed = instantSchema.safeParse(expiresAt)
  return parsed.success && parsed.data <= now
}
