import type { DataStore } from '@tus/server'
import type { Bringer } from './bringer.ts'
import { isTusRefusal } from './tus-refusal.ts'

/** Unfinished uploads of one account, or network address of the public: a device sends four at a time, and what it began and gave up is begun anew. */
const MOST_UPLOADS = 64
/** Bytes that they announce together. */
const MOST_BYTES = 512 * 1024 * 1024

export type UnfinishedUploads = {
  /** Makes room: the account's oldest unfinished uploads go. A device that comes back to one is told 404, and sends the file anew. */
  begin(bringer: Bringer, id: string, bytes: number): Promise<void>
  /** The upload is there now. If it had to make room before it was (a hundred begun at once), it goes now. */
  created(bringer: Bringer, id: string): Promise<void>
  end(bringer: Bringer, id: string): void
}

/**
 * Bounds what one account can put on the disk without finishing it, and one address of the public with the network around it. Refusing the newest would let a broken device lock itself out. Kept in memory: after
 * a restart an account may begin as many again, and what is left of the earlier ones goes with the weekly sweep.
 * @param gone is told of those that had to go
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
          if (own.size <= MOST_UPLOADS * times && total <= MOST_BYTES * times) break
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
    // Expired meanwhile.
    if (!isTusRefusal(error)) throw error
  }
}
