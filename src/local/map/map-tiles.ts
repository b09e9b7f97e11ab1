import { Dexie, type EntityTable } from 'dexie'
import type { MapBox } from '#domain/maps/index.ts'
import type { StorageShare } from '#local/index.ts'

type TileRow = {
  readonly address: string
  readonly bytes: ArrayBuffer
  readonly size: number
  /** time of receipt and time of last display, milliseconds */
  readonly at: number
  readonly usedAt: number
}
type FactRow = { readonly name: string; readonly value: unknown }

/** A downloaded tile. Empty bytes: the map has no tile at this address. */
export type DownloadedTile = { readonly address: string; readonly bytes: ArrayBuffer; readonly at: number }

/** The single map download of a device. */
export type MapDownload = {
  /** time of the request, milliseconds; also the download's id */
  readonly at: number
  readonly boxes: readonly MapBox[]
  readonly zoom: number
  /** tiles of the download, tiles stored so far, and bytes stored */
  readonly total: number
  readonly tiles: number
  readonly bytes: number
  /** false while the user has paused the download */
  readonly going: boolean
  /** the byte limit was reached before the last tile */
  readonly isCut?: true
}
type DownloadRow = MapDownload & { readonly id: typeof MAP_DOWNLOAD_KEY }
export const MAP_DOWNLOAD_KEY = 'map'

type MapDatabase = Dexie & {
  readonly tiles: EntityTable<TileRow, 'address'>
  readonly facts: EntityTable<FactRow, 'name'>
  readonly downloaded: EntityTable<DownloadedTile, 'address'>
  readonly downloads: EntityTable<DownloadRow, 'id'>
}

/**
 * Opens the map database, which belongs to no account: it holds tiles viewed or downloaded by any user of this device.
 */
export function openMapDatabase(): MapDatabase {
  const database = new Dexie('relevo-map', { cache: 'disabled' }) as MapDatabase
  database.version(2).stores({
    tiles: '&address, usedAt, size',
    facts: '&name',
    downloaded: '&address',
    downloads: '&id',
  })
  return database
}

/** Maximum bytes of stored tiles: about three thousand tiles, a town at every zoom level. */
const MAX_BYTES = 60 * 1024 * 1024
/**
 * Fraction of the limit that is deleted in addition when the limit is exceeded, so that not every further tile causes a
 * deletion.
 */
const SIZE_MARGIN = 0.1
/** Minimum interval between two updates of a tile's last use, milliseconds, so that reading a tile rarely writes. */
const USE_UPDATE_INTERVAL_MS = 24 * 60 * 60 * 1000

/**
 * Tiles viewed on this device by any user. A storage error counts as a missing tile; writes never fail, because photos
 * need the space more.
 */
export type MapTileCache = {
  /** Returns a viewed or downloaded tile; empty bytes if the map has no tile there. */
  get(address: string, now: number): Promise<{ readonly bytes: ArrayBuffer; readonly at: number } | undefined>
  put(address: string, bytes: ArrayBuffer, now: number): Promise<void>
  /** returns the stored facts about the map, unchecked */
  facts(): Promise<unknown>
  keepFacts(facts: unknown): Promise<void>
  /** returns the storage used, without downloaded tiles (`MapDownloads`) */
  share(): Promise<StorageShare>
  clear(): Promise<void>
}

/** @param max maximum bytes; the least recently used tiles are deleted first */
export function openMapTiles(max = MAX_BYTES): MapTileCache {
  const database = openMapDatabase()
  const FACTS_KEY = 'map'

  async function sizes(): Promise<readonly number[]> {
    return (await database.tiles.orderBy('size').keys()) as number[]
  }

  async function deleteUnusedTiles(): Promise<void> {
    const all = (await sizes()).reduce((sum, size) => sum + size, 0)
    if (all <= max) return
    let excess = all - max * (1 - SIZE_MARGIN)
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

  /** Number of tiles written between two checks of the total size, because each check reads all sizes. */
  const TILES_PER_SIZE_CHECK = 20
  let written = 0

  return {
    get: (address, now) =>
      withFallback(async () => {
        const row = await database.tiles.get(address)
        if (row === undefined) return database.downloaded.get(address)
        if (Math.abs(now - row.usedAt) > USE_UPDATE_INTERVAL_MS) await database.tiles.update(address, { usedAt: now })
        return { bytes: row.bytes, at: row.at }
      }, undefined),
    put: (address, bytes, now) =>
      withFallback(async () => {
        await database.tiles.put({ address, bytes, size: bytes.byteLength, at: now, usedAt: now })
        written += 1
        if (written % TILES_PER_SIZE_CHECK === 1) await deleteUnusedTiles()
      }, undefined),
    facts: () => withFallback(async () => (await database.facts.get(FACTS_KEY))?.value, undefined),
    keepFacts: (value) =>
      withFallback(async () => void (await database.facts.put({ name: FACTS_KEY, value })), undefined),
    share: () =>
      withFallback(
        async () => {
          const all = await sizes()
          return { count: all.length, bytes: all.reduce((sum, size) => sum + size, 0) }
        },
        { count: 0, bytes: 0 },
      ),
    clear: () => withFallback(() => database.tiles.clear(), undefined),
  }
}

async function withFallback<T>(work: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await work()
  } catch {
    return nothing
  }
}
