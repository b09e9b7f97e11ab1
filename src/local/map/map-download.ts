import { MAX_MAP_DOWNLOAD_BYTES, type Result } from '#domain/kernel/index.ts'
import { type TileSet, iterateTiles } from '#domain/maps/index.ts'
import { catchStorageFailure } from '#local/index.ts'
import { MAP_DOWNLOAD_KEY, type DownloadedTile, type MapDownload, openMapDatabase } from './map-tiles.ts'

/**
 * Storage of the map download. There is one per device, not per account. It is separate from tiles that were only
 * viewed, so that only the user deletes it. Tiles and their count are written in one transaction. A write that fails
 * changes nothing, and refuses with device.storage-full or device.storage-failed.
 */
export type MapDownloads = {
  /** undefined also when storage cannot be read */
  read(): Promise<MapDownload | undefined>
  /**
   * Starts a download that replaces the previous one.
   * @param at milliseconds
   */
  begin(set: TileSet, at: number): Promise<Result<MapDownload>>
  setGoing(going: boolean): Promise<Result<undefined>>
  /** addresses of the stored tiles */
  addresses(): Promise<ReadonlySet<string>>
  /**
   * Adds tiles to a download.
   * @param at id of the download that the tiles belong to
   * @returns the download's progress; undefined, and nothing is stored, when the download was deleted or replaced
   */
  keep(at: number, tiles: readonly DownloadedTile[]): Promise<Result<MapDownload | undefined>>
  remove(): Promise<Result<undefined>>
}

/** @param max byte limit: the tile that reaches it ends the download */
export function openMapDownloads(max = MAX_MAP_DOWNLOAD_BYTES): MapDownloads {
  const database = openMapDatabase()
  const { downloads, downloaded } = database
  const write = <T>(work: () => Promise<T>): Promise<Result<T>> =>
    catchStorageFailure(() => database.transaction('rw', [downloads, downloaded], async () => work()))

  return {
    read: async () => {
      const row = await catchStorageFailure(() => downloads.get(MAP_DOWNLOAD_KEY))
      return row.ok && row.value !== undefined ? withoutDownloadId(row.value) : undefined
    },
    begin: ({ boxes, zoom }, at) => {
      let total = 0
      for (const _ of iterateTiles({ boxes, zoom })) total += 1
      const startedDownload: MapDownload = { at, boxes, zoom, total, tiles: 0, bytes: 0, going: true }
      return write(async () => {
        await downloaded.clear()
        await downloads.put({ ...startedDownload, id: MAP_DOWNLOAD_KEY })
        return startedDownload
      })
    },
    setGoing: (going) => write(async () => void (await downloads.update(MAP_DOWNLOAD_KEY, { going }))),
    addresses: async () => new Set(await downloaded.toCollection().primaryKeys()),
    keep: (at, tiles) =>
      write(async () => {
        const row = await downloads.get(MAP_DOWNLOAD_KEY)
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
        const isCut = bytes >= max && count < row.total
        const now = {
          ...row,
          bytes,
          tiles: count,
          going: row.going && count < row.total && !isCut,
          ...(isCut ? { total: count, isCut } : {}),
        }
        await downloads.put(now)
        return withoutDownloadId(now)
      }),
    remove: () => write(async () => void (await Promise.all([downloaded.clear(), downloads.clear()]))),
  }
}

function withoutDownloadId({ id: _, ...download }: MapDownload & { readonly id: string }): MapDownload {
  return download
}
