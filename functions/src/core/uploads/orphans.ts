import { deleteExpiredUnit, set, type Key, type Write, unitForKeys } from '#domain/store/index.ts'
import { toInstant, type Instant, type Sha256 } from '#domain/kernel/index.ts'
import type { DocumentEntry, Ports } from '../ports.ts'
import { getOrCreateUploadQueue, areBytesReferenced, removeUnlessReferenced } from './bytes.ts'

type OrphanPorts = Pick<Ports, 'store' | 'files' | 'clock'>

/**
 * Milliseconds after which a file that no answer references is deleted; public files have `publicFileLife`. An answer
 * normally arrives soon after its files.
 */
export const ORPHAN_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000
/** Limits of one sweep; the next hourly sweep continues. */
export type OrphanSweepLimits = {
  readonly removed: number
  /** sealed files checked for use, with two queries each */
  readonly lookedAt: number
}
const DEFAULT_BOUNDS: OrphanSweepLimits = { removed: 1_000, lookedAt: 2_000 }
/** Placeholder owner. No account has this id, because user ids contain no full stop. */
const PLACEHOLDER_HOLDER = 'no.body'
/** Position of the search. Stored, because scheduled runs may be separate processes. */
const CURSOR_KEY: Key = 'settings/orphan-search'

/**
 * Creates the sweep of files that no answer has referenced for a week (public files: six hours): files sent and never
 * referenced, and bytes whose owner was not recorded because the server died. A referenced file is kept until the last
 * answer that references it is erased, because the answer's history references it also. Files from before `expiresAt`
 * existed are never deleted. A device whose file was deleted learns of it with its next push, and sends the file again.
 * @returns the sweep, which returns the number of deleted files; hosts call it hourly
 */
export function createOrphanSweep(
  ports: OrphanPorts,
  bounds: OrphanSweepLimits = DEFAULT_BOUNDS,
): () => Promise<number> {
  const { store, clock } = ports

  /** The next files in the order of hashes. Starts again after the last one. */
  async function listNextBatch(): Promise<readonly Sha256[]> {
    const limit = bounds.lookedAt
    const after = ((await store.get(CURSOR_KEY))?.['after'] ?? '') as Sha256 | ''
    const further = await ports.files.list({ after, limit })
    const looked = further.length > 0 || after === '' ? further : await ports.files.list({ limit })
    const last = looked.at(-1) ?? ''
    if (last !== after) await write(set(CURSOR_KEY, { after: last }))
    return looked
  }

  /**
   * Sets an expiry for bytes without an owner. They are not deleted at once, because their owner may be about to be
   * recorded.
   */
  async function mark(now: number): Promise<void> {
    for (const sha256 of await listNextBatch()) {
      if (await areBytesReferenced(ports, sha256)) continue
      const document = { sha256, expiresAt: toInstant(now + ORPHAN_LIFETIME_MS) }
      await write(set(`files/${PLACEHOLDER_HOLDER}~${sha256}`, document))
    }
  }

  async function write(change: Write): Promise<void> {
    await store.commit(unitForKeys([], () => ({ result: true, writes: [change] })))
  }

  return async () => {
    const now = clock()
    const over = await store.query({
      collection: 'files',
      range: { field: 'expiresAt', to: toInstant(now) },
      limit: bounds.removed,
    })
    let removed = 0
    for (const entry of over) if (await deleteExpiredFile(ports, entry, toInstant(now))) removed += 1
    await mark(now)
    return removed
  }
}

/**
 * Deletes an unreferenced file whose expiry is not after `until`, and its bytes. Call only outside
 * `getOrCreateUploadQueue`.
 * @returns whether it was deleted
 */
export async function deleteExpiredFile(
  ports: Pick<Ports, 'store' | 'files'>,
  { key, document }: DocumentEntry,
  until: Instant,
): Promise<boolean> {
  const sha256 = document['sha256'] as Sha256
  return getOrCreateUploadQueue(ports.files)(sha256, async () => {
    const isGone = (await ports.store.commit(deleteExpiredUnit([key], until))) > 0
    if (isGone) await removeUnlessReferenced(ports, sha256)
    return isGone
  })
}
