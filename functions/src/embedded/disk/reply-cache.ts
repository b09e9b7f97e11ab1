import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReplyCache } from '#core/ports.ts'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../data-folder.ts'

/** Folder of cached replies of map providers, in the data folder. It may be deleted at any time. */
export const CACHE_FOLDER = 'cache'
/** Folder of replies to public requests, which must not evict the staff's replies. */
export const PUBLIC_CACHE_FOLDER = 'cache-public'
export const PUBLIC_CACHE_BYTES = 128 * 1024 * 1024
/** Default maximum size in bytes, for some ten thousand tiles. */
const MAX_BYTES = 256 * 1024 * 1024
/** Minimum free bytes on the disk. With less space nothing is cached, because users' data is more important. */
const MIN_FREE_BYTES = 512 * 1024 * 1024

/** Block size of a disk, in bytes. */
const BLOCK = 4096

type CachedReply = { readonly bytes: number; readonly at: number }

export type ReplyCacheOptions = {
  readonly folder: string
  readonly clock: () => number
  /** free bytes on the disk */
  readonly availableBytes: () => Promise<number>
  readonly max?: number
}

/**
 * Caches each reply in a file. Its name is the hash of the request, and its modification time is when the reply was
 * stored. Evicts the least recently used replies; after a restart, the oldest.
 */
export function openReplyCache({ folder, clock, availableBytes, max = MAX_BYTES }: ReplyCacheOptions): ReplyCache {
  // Ordered by last use: a Map keeps insertion order.
  let index: Promise<Map<string, CachedReply>> | undefined
  const known = (): Promise<Map<string, CachedReply>> => (index ??= listCachedReplies(folder))
  let sum: number | undefined

  async function letGo(kept: Map<string, CachedReply>): Promise<void> {
    for (const [name, { bytes }] of kept) {
      if ((sum ?? 0) <= max) return
      kept.delete(name)
      sum = (sum ?? 0) - computeBytesOnDisk(bytes)
      await rm(join(folder, name), { force: true })
    }
  }

  return {
    get: async (what) => {
      const [name, kept] = [hashName(what), await known()]
      const reply = kept.get(name)
      if (reply === undefined) return undefined
      kept.delete(name)
      kept.set(name, reply)
      try {
        return { bytes: new Uint8Array(await readFile(join(folder, name))), at: reply.at }
      } catch {
        // Another program has deleted the file.
        kept.delete(name)
        if (sum !== undefined) sum -= computeBytesOnDisk(reply.bytes)
        return undefined
      }
    },
    put: async (what, bytes) => {
      if (bytes.length > max) return
      try {
        if ((await availableBytes()) < MIN_FREE_BYTES + bytes.length) return
        const [name, kept, at] = [hashName(what), await known(), clock()]
        sum ??= [...kept.values()].reduce((total, reply) => total + computeBytesOnDisk(reply.bytes), 0)
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
        const part = join(folder, `${name}.part`)
        await writeFile(part, bytes, { mode: PRIVATE_FILE_MODE })
        await utimes(part, at / 1000, at / 1000)
        await rename(part, join(folder, name))
        sum += computeBytesOnDisk(bytes.length) - computeBytesOnDisk(kept.get(name)?.bytes ?? 0)
        kept.delete(name)
        kept.set(name, { bytes: bytes.length, at })
        await letGo(kept)
      } catch {
        // Full or faulty disk: not cached.
      }
    },
  }
}

/** Size of a file on disk, in whole blocks. */
function computeBytesOnDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK
}

function hashName(what: string): string {
  return createHash('sha256').update(what).digest('hex')
}

async function listCachedReplies(folder: string): Promise<Map<string, CachedReply>> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name): Promise<readonly [string, CachedReply] | undefined> => {
      const file = await stat(join(folder, name)).catch(() => undefined)
      if (file === undefined) return undefined
      if (/^[0-9a-f]{64}$/.test(name)) return [name, { bytes: file.size, at: Math.round(file.mtimeMs) }]
      // A part file of a process that ended while writing.
      await rm(join(folder, name), { force: true }).catch(() => undefined)
      return undefined
    }),
  )
  const kept = found.filter((item) => item !== undefined)
  return new Map(kept.toSorted(([, one], [, other]) => one.at - other.at))
}
