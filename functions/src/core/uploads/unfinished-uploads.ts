import type { DataStore } from '@tus/server'
import type { Bringer } from './bringer.ts'
import { isTusRefusal } from './tus-refusal.ts'

/**
 * Maximum unfinished uploads per account or public address: a device sends four at a time, and restarts those it gave
 * up.
 */
const MAX_UPLOADS = 64
/** Maximum bytes that they announce together. */
const MAX_BYTES = 512 * 1024 * 1024

export type UnfinishedUploads = {
  /**
   * Deletes the oldest unfinished uploads to make room. A device that continues a deleted one gets 404, and sends the
   * file again.
   */
  begin(bringer: Bringer, id: string, bytes: number): Promise<void>
  /** The upload now exists. If it was evicted before that (a hundred started at once), it is deleted now. */
  created(bringer: Bringer, id: string): Promise<void>
  end(bringer: Bringer, id: string): void
}

/**
 * Limits the unfinished uploads of one account, or of one public address with its network. Refusing the newest instead
 * would let a faulty device block itself. In memory: after a restart an account may begin as many again, and the weekly
 * sweep deletes earlier ones.
 * @param gone called with evicted ids
 */
export function createUnfinishedUploads(uploads: DataStore, gone: (id: string) => Promise<void>): UnfinishedUploads {
  const rooms = new Map<string, Map<string, number>>()

  function leave(name: string, id: string): void {
    const own = rooms.get(name)
    own?.delete(id)
    if (own?.size === 0) rooms.delete(name)
  }

  return {
    begin: async (bringer, id, bytes) => {
      for (const { name, times } of bringer.rooms) {
        const own = rooms.get(name) ?? new Map<string, number>()
        rooms.set(name, own)
        own.set(id, bytes)
        let total = [...own.values()].reduce((sum, each) => sum + each, 0)
        for (const [oldest, size] of own) {
          if (own.size <= MAX_UPLOADS * times && total <= MAX_BYTES * times) break
          own.delete(oldest)
          total -= size
          await removed(uploads, oldest)
          await gone(oldest)
        }
      }
    },
    created: async ({ rooms: [own] }, id) => {
      if (own !== undefined && rooms.get(own.name)?.has(id) !== true) await removed(uploads, id)
    },
    end: (bringer, id) => {
      for (const { name } of bringer.rooms) leave(name, id)
    },
  }
}

async function removed(uploads: DataStore, id: string): Promise<void> {
  try {
    await uploads.remove(id)
  } catch (error) {
    // Already expired.
    if (!isTusRefusal(error)) throw error
  }
}
