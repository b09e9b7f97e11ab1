export * from './identifiers-api.ts'
export * from './map-api.ts'
export * from './public-map.ts'
export {
  boxAround,
  fartherTile,
  fittingSet,
  MAP_DOWNLOAD_PACE,
  MAP_DOWNLOAD_REACHES,
  type MapBox,
  sampleAround,
  type SizedTileSet,
  type TilePart,
  type TileSet,
  tilesOf,
} from './tile-set.ts'
export { MAX_TILE_BYTES, tileType } from './tile-type.ts'
export * from './api/maps.ts'
export * from './api/public-map.ts'
