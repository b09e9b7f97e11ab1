import type { Share } from '#local/index.ts'
import { openMapDatabase } from './map-database.ts'

/** Bytes of tiles that are kept: some three thousand, a town at every zoom. */
const MOST_BYTES = 60 * 1024 * 1024
/** What goes at once when it is more, as part of it: so that not each further tile takes one away. */
const SLACK = 0.1
/** A use is noted this often at most, milliseconds: reading should not be writing. */
const USE_NOTED = 24 * 60 * 60 * 1000

/** Tiles seen on this device, by anyone. What fails is as if it were not kept; a photo needs the room more. */
export type MapTiles = {
  /** One that was seen, or fetched beforehand; without bytes where the map has no such tile. */
  get(address: string, now: number): Promise<{ readonly bytes: ArrayBuffer; readonly at: number } | undefined>
  put(address: string, bytes: ArrayBuffer, now: number): Promise<void>
  /** what the server said of the map; the reader checks it */
  facts(): Promise<unknown>
  keepFacts(facts: unknown): Promise<void>
  /** how much of it there is, but for what was fetched beforehand (`MapDownloads`) */
  share(): Promise<Share>
  clear(): Promise<void>
}

/** @param most bytes that are kept at most; what was not looked at for longest goes first */
export function openMapTiles(most = MOST_BYTES): MapTiles {
  const database = openMapDatabase()
  const FACTS = 'map'

  async function sizes(): Promise<readonly number[]> {
    return (await database.tiles.orderBy('size').keys()) as number[]
  }

  async function letGo(): Promise<void> {
    const all = (await sizes()).reduce((sum, size) => sum + size, 0)
    if (all <= most) return
    let excess = all - most * (1 - SLACK)
    const gone: string[] = []
    await database.tiles
      .orderBy('usedAt')
      .until(() => excess <= 0)
      .each(({ address, size }) => {
        gone.push(address)
        excess -= size
      })
    await database.tiles.bulkDelete(gone)
  }

  /** So many tiles are written between two looks at what there is, each of which reads all sizes. */
  const LOOK = 20
  let written = 0

  return {
    get: (address, now) =>
      orNothing(async () => {
        const row = await database.tiles.get(address)
        if (row === undefined) return database.downloaded.get(address)
        if (Math.abs(now - row.usedAt) > USE_NOTED) await database.tiles.update(address, { usedAt: now })
        return { bytes: row.bytes, at: row.at }
      }, undefined),
    put: (address, bytes, now) =>
      orNothing(async () => {
        await database.tiles.put({ address, bytes, size: bytes.byteLength, at: now, usedAt: now })
        written += 1
        if (written % LOOK === 1) await letGo()
      }, undefined),
    facts: () => orNothing(async () => (await database.facts.get(FACTS))?.value, undefined),
    keepFacts: (value) => orNothing(async () => void (await database.facts.put({ name: FACTS, value })), undefined),
    share: () =>
      orNothing(
        async () => {
          const all = await sizes()
          return { count: all.length, bytes: all.reduce((sum, size) => sum + size, 0) }
        },
        { count: 0, bytes: 0 },
      ),
    clear: () => orNothing(() => database.tiles.clear(), undefined),
  }
}

async function orNothing<T>(work: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await work()
  } catch {
    return nothing
  }
}
