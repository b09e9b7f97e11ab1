import { endedUnit, set, type Key, type Write, unitOver } from '#domain/store/index.ts'
import { toInstant, type Instant, type Sha256 } from '#domain/kernel/index.ts'
import type { Entry, Ports } from '../ports.ts'
import { inOrderOf, isNamed, removeUnlessNamed } from './bytes.ts'

type OrphanPorts = Pick<Ports, 'store' | 'files' | 'clock'>

/** A file comes right before the answer that names it; after so long it is given up, or its device starts again. */
export const ORPHAN_LIFETIME = 7 * 24 * 60 * 60 * 1000
/** What one sweep does at most; the next hour goes on. */
export type OrphanBounds = {
  readonly removed: number
  /** sealed files of which it asks who names them: two searches each */
  readonly lookedAt: number
}
const BOUNDS: OrphanBounds = { removed: 1_000, lookedAt: 2_000 }
/** No account has this name: ids of users have no full stop. */
const NOBODY = 'no.body'
/** How far the search has come. Stored, because where it runs on a schedule each run may be a process of its own. */
const CURSOR: Key = 'settings/orphan-search'

/**
 * Makes the sweep of what no answer has named for a week: files sent and never named, and bytes that no one holds,
 * because the server died before noting whose they are. A file once named by an answer stays for good: its history
 * names it. What was stored before files had an end (`expiresAt`) is never removed. A device whose file is gone learns
 * it with its next push, and sends it anew.
 * @returns the sweep, for hosts to call every hour; it gives how many files went
 */
export function createOrphanSweep(ports: OrphanPorts, bounds: OrphanBounds = BOUNDS): () => Promise<number> {
  const { store, clock } = ports

  /** The next files in the order of hashes; after the last one, the first. */
  async function nextStretch(): Promise<readonly Sha256[]> {
    const limit = bounds.lookedAt
    const after = ((await store.get(CURSOR))?.['after'] ?? '') as Sha256 | ''
    const further = await ports.files.list({ after, limit })
    const looked = further.length > 0 || after === '' ? further : await ports.files.list({ limit })
    const last = looked.at(-1) ?? ''
    if (last !== after) await write(set(CURSOR, { after: last }))
    return looked
  }

  /** Gives an end to bytes that no one holds: they may be of an upload that is being noted at this moment. */
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

/** Forgets an unnamed file due by then, and its bytes. Outside `inOrderOf` only. @returns whether it went */
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
