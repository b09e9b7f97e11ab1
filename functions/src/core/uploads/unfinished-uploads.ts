import type { DataStore } from '@tus/server'
import type { Uploader } from './bringer.ts'
import { isTusRefusal } from './tus-refusal.ts'

/**
 * Maximum unfinished uploads per account or public address. A device sends four at a time, and restarts failed ones.
 */
const MAX_UPLOADS = 64
/** Maximum announced bytes of these uploads together. */
const MAX_BYTES = 512 * 1024 * 1024

export type UnfinishedUploads = {
  /**
   * Registers an upload, and deletes the oldest unfinished ones above the limit. A device that continues a deleted
   * upload gets 404, and sends the file again.
   */
  begin(uploader: Uploader, id: string, bytes: number): Promise<void>
  /**
   * Call when the upload has been created. Deletes it if it was evicted in between, which happens when a hundred start
   * at once.
   */
  created(uploader: Uploader, id: string): Promise<void>
  end(uploader: Uploader, id: string): void
}

/**
 * Limits the unfinished uploads of one account, or of one public address and its network. Evicts the oldest, because
 * refusing new ones would let a faulty device block itself. Counted in memory: a restart resets the count, and the
 * hourly sweep deletes earlier uploads once they expire.
 * @param gone called with the ids of evicted uploads
 */
export function createUnfinishedUploads(uploads: DataStore, gone: (id: string) => Promise<void>): UnfinishedUploads {
  const rooms = new Map<string, Map<string, number>>()

  function leave(name: string, id: string): void {
    const own = rooms.get(name)
    own?.delete(id)
    if (own?.size === 0) rooms.delete(name)
  }

  return {
    begin: async (uploader, id, bytes) => {
      for (const { name, times } of uploader.rooms) {
        const own = rooms.get(name) ?? new Map<string, number>()
        rooms.set(name, own)
        own.set(id, bytes)
        let total = [...own.values()].reduce((sum, each) => sum + each, 0)
        for (const [oldest, size] of own) {
          if (own.size <= MAX_UPLOADS * times && total <= MAX_BYTES * times) break
          own.delete(oldest)
          total -= size
          await removeUpload(uploads, oldest)
          await gone(oldest)
        }
      }
    },
    created: async ({ rooms: [ownQuota] }, id) => {
      if (ownQuota !== undefined && rooms.get(ownQuota.name)?.has(id) !== true) await removeUpload(uploads, id)
    },
    end: (uploader, id) => {
      for (const { name } of uploader.rooms) leave(name, id)
    },
  }
}

async function removeUpload(uploads: DataStore, id: string): Promise<void> {
  try {
    await uploads.remove(id)
  } catch (error) {
    // The upload has already expired.
    if (!isTusRefusal(error)) throw error
  }
}
