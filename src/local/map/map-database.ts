import { Dexie, type EntityTable } from 'dexie'
import type { MapBox } from '#domain/maps/index.ts'

type TileRow = {
  readonly address: string
  readonly bytes: ArrayBuffer
  readonly size: number
  /** when the server gave it, and when it was last shown; milliseconds */
  readonly at: number
  readonly usedAt: number
}
type FactRow = { readonly name: string; readonly value: unknown }

/** A tile fetched beforehand. No bytes: the map has no such tile. */
export type DownloadedTile = { readonly address: string; readonly bytes: ArrayBuffer; readonly at: number }

/** The one map that a device fetches beforehand. */
export type MapDownload = {
  /** when it was asked for, milliseconds: its name, too */
  readonly at: number
  readonly boxes: readonly MapBox[]
  readonly zoom: number
  /** tiles that it is made of, and that are here, and their bytes */
  readonly total: number
  readonly tiles: number
  readonly bytes: number
  /** the user wants it to go on */
  readonly going: boolean
  /** its bound was reached before its last tile */
  readonly isCut?: true
}
type DownloadRow = MapDownload & { readonly id: typeof DOWNLOAD }
export const DOWNLOAD = 'map'

export type MapDatabase = Dexie & {
  readonly tiles: EntityTable<TileRow, 'address'>
  readonly facts: EntityTable<FactRow, 'name'>
  readonly downloaded: EntityTable<DownloadedTile, 'address'>
  readonly downloads: EntityTable<DownloadRow, 'id'>
}

/** Maps belong to no account: what was seen, and what was fetched beforehand, by anyone on this device. */
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
