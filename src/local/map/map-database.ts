import { Dexie, type EntityTable } from 'dexie'
import type { MapBox } from '#domain/maps/index.ts'

type TileRow = {
  readonly address: string
  readonly bytes: ArrayBuffer
  readonly size: number
  /** time of receipt and time of last display, milliseconds */
  readonly at: number
  readonly usedAt: number
}
type FactRow = { readonly name: string; readonly value: unknown }

/** A downloaded tile. Empty bytes: the map has no such tile. */
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
  /** false when the user has paused it */
  readonly going: boolean
  /** the byte limit was reached before the last tile */
  readonly isCut?: true
}
type DownloadRow = MapDownload & { readonly id: typeof DOWNLOAD_KEY }
export const DOWNLOAD_KEY = 'map'

export type MapDatabase = Dexie & {
  readonly tiles: EntityTable<TileRow, 'address'>
  readonly facts: EntityTable<FactRow, 'name'>
  readonly downloaded: EntityTable<DownloadedTile, 'address'>
  readonly downloads: EntityTable<DownloadRow, 'id'>
}

/** Opens the database of maps, which belong to no account: tiles seen or downloaded by any user of this device. */
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
