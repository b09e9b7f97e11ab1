import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReplyCache } from '#core/ports.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../data-folder.ts'

/** Where replies of map providers lie in the data folder. It may be deleted at any time. */
export const CACHE_FOLDER = 'cache'
/** Where those lie that strangers have caused. */
export const PUBLIC_CACHE_FOLDER = 'cache-public'
export const PUBLIC_CACHE_BYTES = 128 * 1024 * 1024
/** Bytes of it: some ten thousand tiles. */
const MOST_BYTES = 256 * 1024 * 1024
/** With less than this left on the disk, bytes, nothing is kept: what people send comes first. */
const LEAVE = 512 * 1024 * 1024

/** Bytes that a disk gives at once. */
const BLOCK = 4096

type Kept = { readonly bytes: number; readonly at: number }

export type ReplyCacheOptions = {
  readonly folder: string
  readonly clock: () => number
  /** bytes that still fit on the disk */
  readonly room: () => Promise<number>
  readonly most?: number
}

/** Replies as files named by the question's hash, timed; least recently used goes first, after a restart the oldest. */
export function openReplyCache({ folder, clock, room, most = MOST_BYTES }: ReplyCacheOptions): ReplyCache {
  // In the order of their last use: a Map keeps the order in which its keys were put.
  let index: Promise<Map<string, Kept>> | undefined
  const known = (): Promise<Map<string, Kept>> => (index ??= look(folder))
  let sum: number | undefined

  async function letGo(kept: Map<string, Kept>): Promise<void> {
    for (const [name, { bytes }] of kept) {
      if ((sum ?? 0) <= most) return
      kept.delete(name)
      sum = (sum ?? 0) - onDisk(bytes)
      await rm(join(folder, name), { force: true })
    }
  }

  return {
    get: async (what) => {
      const [name, kept] = [nameOf(what), await known()]
      const found = kept.get(name)
      if (found === undefined) return undefined
      kept.delete(name)
      kept.set(name, found)
      try {
        return { bytes: new Uint8Array(await readFile(join(folder, name))), at: found.at }
      } catch {
        // The folder was emptied from outside.
        kept.delete(name)
        if (sum !== undefined) sum -= onDisk(found.bytes)
        return undefined
      }
    },
    put: async (what, bytes) => {
      if (bytes.length > most) return
      try {
        if ((await room()) < LEAVE + bytes.length) return
        const [name, kept, at] = [nameOf(what), await known(), clock()]
        sum ??= [...kept.values()].reduce((total, one) => total + onDisk(one.bytes), 0)
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
        const part = join(folder, `${name}.part`)
        await writeFile(part, bytes, { mode: PRIVATE_FILE })
        await utimes(part, at / 1000, at / 1000)
        await rename(part, join(folder, name))
        sum += onDisk(bytes.length) - onDisk(kept.get(name)?.bytes ?? 0)
        kept.delete(name)
        kept.set(name, { bytes: bytes.length, at })
        await letGo(kept)
      } catch {
        // A full or broken disk: it is asked for again.
      }
    },
  }
}

/** What a file takes: whole blocks. */
function onDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK
}

function nameOf(what: string): string {
  return createHash('sha256').update(what).digest('hex')
}

async function look(folder: string): Promise<Map<string, Kept>> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name): Promise<readonly [string, Kept] | undefined> => {
      const file = await stat(join(folder, name)).catch(() => undefined)
      if (file === undefined) return undefined
      if (/^[0-9a-f]{64}$/.test(name)) return [name, { bytes: file.size, at: Math.round(file.mtimeMs) }]
      // Left behind by a process that ended while it wrote.
      await rm(join(folder, name), { force: true }).catch(() => undefined)
      return undefined
    }),
  )
  const kept = found.filter((one) => one !== undefined)
  return new Map(kept.toSorted(([, one], [, other]) => one.at - other.at))
}
