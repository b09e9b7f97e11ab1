export { openMapTiles, type DownloadedTile, type MapDownload, type MapTileCache } from './map-tiles.ts'
export { openMapDownloads, type MapDownloads } from './map-download.ts'
