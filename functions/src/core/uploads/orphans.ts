import { toInstant, type Sha256 } from '#domain/kernel/index.ts'
import type { FileFacts, StoredDocument } from '#domain/sync/index.ts'
import type { Entry, Ports } from '../ports.ts'
import { unitOver } from '../sessions/unit.ts'
import { inOrderOf, isNamed, removeUnlessNamed } from './bytes.ts'

type OrphanPorts = Pick<Ports, 'store' | 'files' | 'clock'>

/** A device sends a file right before the answer that names it; one that waits so long has been given up, or its device starts again. */
export const ORPHAN_LIFETIME = 7 * 24 * 60 * 60 * 1000
/** In one sweep; the next hour goes on. */
const MOST_REMOVED = 1_000
const MOST_LOOKED_AT = 2_000
/** No account has this name: ids of users have no full stop. */
const NOBODY = '.nobody'

/**
 * Makes the sweep that removes what no answer has named for a week: files that were sent and never named, and bytes that nobody holds, because the
 * server died between storing them and noting whose they are. A file that an answer has named once stays for good, because its history names it.
 * What was stored before files had an end (`expiresAt`) is never removed. A device whose file is gone is told so with its next push, and sends it anew.
 * @returns the sweep; hosts call it every hour. It tells how many files went
 */
export function createOrphanSweep(ports: OrphanPorts): () => Promise<number> {
  const { store, clock } = ports
  let last = ''

  async function forget(entry: Entry, now: string): Promise<boolean> {
    const sha256 = entry.document['sha256'] as Sha256
    return inOrderOf(ports.files)(sha256, async () => {
      const gone = await store.commit(
        // Looked at again inside: an answer may name it at this very moment.
        unitOver([entry.key], (found) => {
          const isOver = isOrphan(found.get(entry.key), now)
          return { result: isOver, writes: isOver ? [{ kind: 'delete', key: entry.key }] : [] }
        }),
      )
      if (gone) await removeUnlessNamed(ports, sha256)
      return gone
    })
  }

  /** Gives bytes that nobody holds an end: they may be of an upload that is being noted at this moment. A stretch at a time, in the order of hashes. */
  async function mark(now: number): Promise<void> {
    const all = (await ports.files.list()).filter((sha256) => sha256 > last)
    const looked = all.slice(0, MOST_LOOKED_AT)
    last = all.length > looked.length ? (looked.at(-1) ?? '') : ''
    for (const sha256 of looked) {
      if (await isNamed(ports, sha256)) continue
      const document = { sha256, expiresAt: toInstant(now + ORPHAN_LIFETIME) }
      await store.commit(unitOver([], () => ({ result: true, writes: [{ kind: 'set', key: `files/${NOBODY}~${sha256}`, document }] })))
    }
  }

  return async () => {
    const now = clock()
    const over = await store.query({ collection: 'files', range: { field: 'expiresAt', to: toInstant(now) }, limit: MOST_REMOVED })
    let removed = 0
    for (const entry of over) if (await forget(entry, toInstant(now))) removed += 1
    await mark(now)
    return removed
  }
}

function isOrphan(document: StoredDocument | undefined, now: string): boolean {
  const end = (document as FileFacts | undefined)?.expiresAt
  return end !== undefined && end <= now
}
