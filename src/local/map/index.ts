export type { DownloadedTile, MapDownload } from './map-database.ts'
export { openMapDownloads, type MapDownloads } from './map-download.ts'
export { openMapTiles, type MapTileCache } from './map-tiles.ts'
