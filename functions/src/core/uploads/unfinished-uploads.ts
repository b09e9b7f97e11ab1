import type { DataStore } from '@tus/server'
import type { Bringer } from './bringer.ts'
import { isTusRefusal } from './tus-refusal.ts'

/** Unfinished, of an account or public address: a device sends four at a time, and begins anew what it gave up. */
const MOST_UPLOADS = 64
/** Bytes that they announce together. */
const MOST_BYTES = 512 * 1024 * 1024

export type UnfinishedUploads = {
  /** Makes room: the account's oldest unfinished go. A device that returns to one gets 404, and sends the file anew. */
  begin(bringer: Bringer, id: string, bytes: number): Promise<void>
  /** The upload is there now. If it had to make room before it was (a hundred begun at once), it goes now. */
  created(bringer: Bringer, id: string): Promise<void>
  end(bringer: Bringer, id: string): void
}

/**
 * Bounds what one account, or one address of the public with the network around it, can put on the disk unfinished.
 * Refusing the newest would let a broken device lock itself out. In memory: after a restart an account may begin as
 * many again, and the weekly sweep takes what is left of the earlier ones.
 * @param gone hears of those that had to go
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
