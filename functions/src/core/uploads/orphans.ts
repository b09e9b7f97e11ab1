import { endedUnit, set, type Key, type Write, unitOver } from '#domain/store/index.ts'
import { toInstant, type Instant, type Sha256 } from '#domain/kernel/index.ts'
import type { Entry, Ports } from '../ports.ts'
import { inOrderOf, isNamed, removeUnlessNamed } from './bytes.ts'

type OrphanPorts = Pick<Ports, 'store' | 'files' | 'clock'>

/** Milliseconds after which a file that no answer names is deleted, because its answer normally follows at once. */
export const ORPHAN_LIFETIME = 7 * 24 * 60 * 60 * 1000
/** Limits of one sweep; the next hourly sweep continues. */
export type OrphanBounds = {
  readonly removed: number
  /** sealed files checked for being named: two queries each */
  readonly lookedAt: number
}
const BOUNDS: OrphanBounds = { removed: 1_000, lookedAt: 2_000 }
/** A placeholder that no account has: ids of users have no full stop. */
const NOBODY = 'no.body'
/** Position of the search, stored because scheduled runs may be separate processes. */
const CURSOR: Key = 'settings/orphan-search'

/**
 * Makes the sweep of files that no answer has named for a week: files sent and never named, and bytes without an owner,
 * because the server died before recording it. A file once named by an answer stays forever: its history names it.
 * Files from before `expiresAt` existed are never deleted. A device whose file is deleted learns it with its next push,
 * and sends it again.
 * @returns the sweep, for hosts to call hourly; it returns the number of deleted files
 */
export function createOrphanSweep(ports: OrphanPorts, bounds: OrphanBounds = BOUNDS): () => Promise<number> {
  const { store, clock } = ports

  /** The next files in the order of hashes; after the last, the first. */
  async function nextStretch(): Promise<readonly Sha256[]> {
    const limit = bounds.lookedAt
    const after = ((await store.get(CURSOR))?.['after'] ?? '') as Sha256 | ''
    const further = await ports.files.list({ after, limit })
    const looked = further.length > 0 || after === '' ? further : await ports.files.list({ limit })
    const last = looked.at(-1) ?? ''
    if (last !== after) await write(set(CURSOR, { after: last }))
    return looked
  }

  /** Sets an expiry for bytes without an owner: they may belong to an upload that is being recorded right now. */
  async function mark(now: number): Promise<void> {
    for (const sha256 of await nextStretch()) {
      if (await isNamed(ports, sha256)) continue
      const document = { sha256, expiresAt: toInstant(now + ORPHAN_LIFETIME) }
      await write(set(`files/${NOBODY}~${sha256}`, document))
    }
  }

  async function write(one: Write): Promise<void> {
    await store.commit(unitOver([], () => ({ result: true, writes: [one] })))
  }

  return async () => {
    const now = clock()
    const over = await store.query({
      collection: 'files',
      range: { field: 'expiresAt', to: toInstant(now) },
      limit: bounds.removed,
    })
    let removed = 0
    for (const entry of over) if (await forgetFile(ports, entry, toInstant(now))) removed += 1
    await mark(now)
    return removed
  }
}

/**
 * Deletes an unnamed file that has expired by then, and its bytes. Only outside `inOrderOf`. @returns whether it was
 * deleted
 */
export async function forgetFile(
  ports: Pick<Ports, 'store' | 'files'>,
  { key, document }: Entry,
  until: Instant,
): Promise<boolean> {
  const sha256 = document['sha256'] as Sha256
  return inOrderOf(ports.files)(sha256, async () => {
    const gone = (await ports.store.commit(endedUnit([key], until))) > 0
    if (gone) await removeUnlessNamed(ports, sha256)
    return gone
  })
}
