export { createBrowserMapSource, getPageMapDownloader } from './browser-map.ts'
export type { DownloadState, MapDownloader } from './map-download.ts'
export type { MapSource } from './map-source.ts'
export { createPublicMapSource } from './public-map-source.ts'
