export * from './identifiers-api.ts'
export * from './map-api.ts'
export { MAX_TILE_BYTES, tileType, type TileType } from './tile-type.ts'
