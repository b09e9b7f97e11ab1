import { MAP_DOWNLOAD_MOST_BYTES, type Result } from '#domain/kernel/index.ts'
import { type TileSet, tilesOf } from '#domain/maps/index.ts'
import { storing } from '#local/index.ts'
import { DOWNLOAD, type DownloadedTile, type MapDownload, openMapDatabase } from './map-database.ts'

/**
 * The map fetched beforehand: one for the device, not for an account, apart from what was only seen, so that only the
 * user removes it. Tiles and their count are written in one transaction. Writes refuse with device.storage-full and
 * device.storage-failed, and then nothing has changed.
 */
export type MapDownloads = {
  /** undefined also where nothing can be read */
  read(): Promise<MapDownload | undefined>
  /** Takes the place of the one before. @param at milliseconds */
  begin(set: TileSet, at: number): Promise<Result<MapDownload>>
  setGoing(going: boolean): Promise<Result<undefined>>
  /** addresses of the tiles that are here */
  addresses(): Promise<ReadonlySet<string>>
  /** @param at which download they belong to @returns how far it is; undefined: gone or another, nothing was kept */
  keep(at: number, tiles: readonly DownloadedTile[]): Promise<Result<MapDownload | undefined>>
  remove(): Promise<Result<undefined>>
}

/** @param most bytes: with the tile that reaches them it is as whole as it will be */
export function openMapDownloads(most = MAP_DOWNLOAD_MOST_BYTES): MapDownloads {
  const database = openMapDatabase()
  const { downloads, downloaded } = database
  const write = <T>(work: () => Promise<T>): Promise<Result<T>> =>
    storing(() => database.transaction('rw', [downloads, downloaded], async () => work()))

  return {
    read: async () => {
      const row = await storing(() => downloads.get(DOWNLOAD))
      return row.ok && row.value !== undefined ? facts(row.value) : undefined
    },
    begin: ({ boxes, zoom }, at) => {
      let total = 0
      for (const _ of tilesOf({ boxes, zoom })) total += 1
      const begun: MapDownload = { at, boxes, zoom, total, tiles: 0, bytes: 0, going: true }
      return write(async () => {
        await downloaded.clear()
        await downloads.put({ ...begun, id: DOWNLOAD })
        return begun
      })
    },
    setGoing: (going) => write(async () => void (await downloads.update(DOWNLOAD, { going }))),
    addresses: async () => new Set(await downloaded.toCollection().primaryKeys()),
    keep: (at, tiles) =>
      write(async () => {
        const row = await downloads.get(DOWNLOAD)
        if (row?.at !== at) return undefined
        const isHere = new Set(
          await downloaded
            .where('address')
            .anyOf(tiles.map(({ address }) => address))
            .primaryKeys(),
        )
        const coming = tiles.filter(({ address }) => !isHere.has(address))
        await downloaded.bulkPut(coming)
        const bytes = row.bytes + coming.reduce((sum, tile) => sum + tile.bytes.byteLength, 0)
        const count = row.tiles + coming.length
        const isCut = bytes >= most && count < row.total
        const now = {
          ...row,
          bytes,
          tiles: count,
          going: row.going && count < row.total && !isCut,
          ...(isCut ? { total: count, isCut } : {}),
        }
        await downloads.put(now)
        return facts(now)
      }),
    remove: () => write(async () => void (await Promise.all([downloaded.clear(), downloads.clear()]))),
  }
}

function facts({ id: _, ...download }: MapDownload & { readonly id: string }): MapDownload {
  return download
}
