export * from './identifiers-api.ts'
export * from './map-api.ts'
export * from './public-map.ts'
export {
  buildBoxAround,
  findParentTile,
  pickLargestTileSet,
  MAP_TILES_PER_SECOND,
  MAP_DOWNLOAD_RADII_KM,
  type MapBox,
  sampleTiles,
  type SizedTileSet,
  type TilePart,
  type TileSet,
  iterateTiles,
} from './tile-set.ts'
export { MAX_TILE_BYTES, detectTileType } from './tile-type.ts'
export * from './api/maps.ts'
export * from './api/public-map.ts'
