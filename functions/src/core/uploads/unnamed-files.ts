import type { Holding } from '#domain/files/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { Uploader, StorageQuota } from './bringer.ts'
import { deleteExpiredFile } from './orphans.ts'

type SentBytes = { readonly bytes: number; readonly at: number }
type Files = Map<Key<Holding>, SentBytes>

export type UnreferencedFiles = {
  /**
   * Deletes the sender's oldest unnamed files above the limit, before a file is sealed. Call only outside
   * `uploadQueue`.
   */
  makeRoom(bringer: Uploader, bytes: number): Promise<void>
  sealed(bringer: Uploader, key: Key<Holding>, bytes: number): void
}

/** Earlier files checked with each new one. Files that an answer names in the meantime are no longer counted. */
const ASKED_AFTER = 3

/**
 * Limits the unnamed files of one account, or of one public address. Deletes the oldest, because refusing new ones
 * would block a device whose answers were never finished. Counted in memory: a restart resets the count, and the orphan
 * sweep deletes the rest. An index by author would cost every file.
 */
export function createUnreferencedFiles({ ports, tuning }: Pick<Core, 'ports' | 'tuning'>): UnreferencedFiles {
  const { store, clock } = ports
  const rooms = new Map<string, Files>()

  /** Expiry of the file. Undefined if an answer names it, or it was deleted. */
  async function readFileExpiry(key: Key<Holding>): Promise<string | undefined> {
    return (await store.get(key))?.expiresAt
  }

  /** Checks the first files and moves unnamed ones to the end, so that all are checked in turn. */
  async function askAfter(own: Files): Promise<void> {
    for (const [key, sent] of [...own].slice(0, ASKED_AFTER)) {
      const end = await readFileExpiry(key)
      own.delete(key)
      if (end !== undefined) own.set(key, sent)
    }
  }

  async function forgetOldest(own: Files, isPublic: boolean, { times }: StorageQuota, bytes: number): Promise<void> {
    const mostFiles = times * (isPublic ? tuning.publicUnnamedFiles : tuning.unnamedFiles)
    const mostBytes = times * (isPublic ? tuning.publicUnnamedBytes : tuning.unnamedBytes)
    let total = [...own.values()].reduce((sum, sent) => sum + sent.bytes, bytes)
    if (own.size < mostFiles && total <= mostBytes) return
    for (const [key, sent] of [...own].sort(([, a], [, b]) => a.at - b.at)) {
      if (own.size < mostFiles && total <= mostBytes) return
      const document = await store.get(key)
      if (document?.expiresAt !== undefined) await deleteExpiredFile(ports, { key, document }, document.expiresAt)
      own.delete(key)
      total -= sent.bytes
    }
  }

  return {
    makeRoom: async (bringer, bytes) => {
      for (const room of bringer.rooms) {
        const own = rooms.get(room.name)
        if (own === undefined) continue
        await askAfter(own)
        await forgetOldest(own, bringer.isPublic, room, bytes)
        if (own.size === 0) rooms.delete(room.name)
      }
    },
    sealed: (bringer, key, bytes) => {
      for (const { name } of bringer.rooms) {
        const own: Files = rooms.get(name) ?? new Map()
        rooms.set(name, own)
        own.set(key, { bytes, at: clock() })
      }
    },
  }
}
