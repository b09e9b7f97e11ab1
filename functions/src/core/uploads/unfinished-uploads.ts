import type { DataStore } from '@tus/server'
import { isTusRefusal } from './tus-refusal.ts'

/** Unfinished uploads of one account: a device sends four at a time, and what it began and gave up is begun anew. */
const MOST_UPLOADS = 64
/** Bytes that they announce together. */
const MOST_BYTES = 512 * 1024 * 1024

export type UnfinishedUploads = {
  /** Makes room: the account's oldest unfinished uploads go. A device that comes back to one is told 404, and sends the file anew. */
  begin(owner: string, id: string, bytes: number): Promise<void>
  /** The upload is there now. If it had to make room before it was (a hundred begun at once), it goes now. */
  created(owner: string, id: string): Promise<void>
  end(owner: string, id: string): void
}

/**
 * Bounds what one account can put on the disk without finishing it. Refusing the newest would let a broken device lock itself out. Kept in memory: after
 * a restart an account may begin as many again, and what is left of the earlier ones goes with the weekly sweep.
 */
export function createUnfinishedUploads(uploads: DataStore): UnfinishedUploads {
  const accounts = new Map<string, Map<string, number>>()

  function end(owner: string, id: string): void {
    const own = accounts.get(owner)
    own?.delete(id)
    if (own?.size === 0) accounts.delete(owner)
  }

  return {
    begin: async (owner, id, bytes) => {
      const own = accounts.get(owner) ?? new Map<string, number>()
      accounts.set(owner, own)
      own.set(id, bytes)
      let total = [...own.values()].reduce((sum, each) => sum + each, 0)
      for (const [oldest, size] of own) {
        if (own.size <= MOST_UPLOADS && total <= MOST_BYTES) break
        own.delete(oldest)
        total -= size
        await removed(uploads, oldest)
      }
    },
    created: async (owner, id) => {
      if (accounts.get(owner)?.has(id) !== true) await removed(uploads, id)
    },
    end,
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
