import type { LatLng } from '../places/documents/location.ts'
import { MAX_MAP_DOWNLOAD_BYTES, MAP_MAX_ZOOM, MAP_MIN_ZOOM } from '../kernel/limits.ts'
import type { TileCoordinates } from './map-api.ts'

/** Bounding box in degrees. Does not cross the 180th meridian, near which there are no municipalities. */
export type MapBox = { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

/** Tiles of some boxes, at all zoom levels from the lowest to `zoom`. */
export type TileSet = { readonly boxes: readonly MapBox[]; readonly zoom: number }
/** Tile set with size; bytes are estimated. */
export type SizedTileSet = TileSet & { readonly tiles: number; readonly bytes: number }

/** Tiles per second that the server sends for downloads. */
export const MAP_TILES_PER_SECOND = 20
/** Maximum tiles of a download: half an hour at `MAP_TILES_PER_SECOND`. */
export const MAX_MAP_DOWNLOAD_TILES = 30_000
/** Offered distances from the centre to each side in kilometres: village, town, city, district. */
export const MAP_DOWNLOAD_RADII_KM = [2, 5, 10, 25] as const

/** Maximum latitude of web maps. */
const MAX_LATITUDE = 85.05
const KILOMETRES_PER_DEGREE = 111.32
/** Additional tiles around the area. */
const MARGIN = 1

/** Box around a point. @param reach kilometres to each side */
export function buildBoxAround({ latitude, longitude }: LatLng, reach: number): MapBox {
  const [up, aside] = [reach / KILOMETRES_PER_DEGREE, reach / (KILOMETRES_PER_DEGREE * computeBoundedCosine(latitude))]
  return {
    south: Math.max(-MAX_LATITUDE, latitude - up),
    north: Math.min(MAX_LATITUDE, latitude + up),
    west: Math.max(-180, longitude - aside),
    east: Math.min(180, longitude + aside),
  }
}

/** Tile that contains a point; the nearest tile for points beyond the map. */
export function findTile({ latitude, longitude }: LatLng, zoom: number): TileCoordinates {
  const scale = 2 ** zoom
  const north = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * (Math.PI / 180)
  const within = (square: number): number => Math.min(scale - 1, Math.max(0, Math.floor(square)))
  return {
    z: zoom,
    x: within(((longitude + 180) / 360) * scale),
    y: within(((1 - Math.asinh(Math.tan(north)) / Math.PI) / 2) * scale),
  }
}

/** Part of a tile: corner and side as fractions of the tile. */
export type TilePart = { readonly x: number; readonly y: number; readonly side: number }

/** Tile at a lower zoom level that contains this tile, and the part of it that shows this tile. */
export function findParentTile(
  { z, x, y }: TileCoordinates,
  zooms: number,
): { readonly tile: TileCoordinates; readonly part: TilePart } {
  const squares = 2 ** zooms
  const tile = { z: z - zooms, x: Math.floor(x / squares), y: Math.floor(y / squares) }
  return { tile, part: { x: (x % squares) / squares, y: (y % squares) / squares, side: 1 / squares } }
}

/**
 * Iterates over all tiles of a set without duplicates, in a fixed order, lowest zoom first, so that a partial download
 * is useful.
 */
export function* iterateTiles({ boxes, zoom }: TileSet): Generator<TileCoordinates> {
  for (let z = MAP_MIN_ZOOM; z <= zoom; z += 1) {
    const ranges = boxes.map((box) => toTileRange(box, z))
    for (const [index, { left, right, top, bottom }] of ranges.entries()) {
      const before = ranges.slice(0, index)
      for (let y = top; y <= bottom; y += 1)
        for (let x = left; x <= right; x += 1) if (!before.some((range) => isIn(range, x, y))) yield { z, x, y }
    }
  }
}

/**
 * Returns the largest set within the limits of `MAX_MAP_DOWNLOAD_BYTES` and `MAX_MAP_DOWNLOAD_TILES`.
 * @param bytesOf average bytes of a tile per zoom level
 */
export function pickLargestTileSet(boxes: readonly MapBox[], bytesOf: (zoom: number) => number): SizedTileSet {
  let fits: SizedTileSet = { boxes, zoom: MAP_MIN_ZOOM, ...computeSizeAt(boxes, MAP_MIN_ZOOM, bytesOf) }
  for (let zoom = MAP_MIN_ZOOM + 1; zoom <= MAP_MAX_ZOOM; zoom += 1) {
    const more = computeSizeAt(boxes, zoom, bytesOf)
    const [tiles, bytes] = [fits.tiles + more.tiles, fits.bytes + more.bytes]
    if (tiles > MAX_MAP_DOWNLOAD_TILES || bytes > MAX_MAP_DOWNLOAD_BYTES) break
    fits = { boxes, zoom, tiles, bytes }
  }
  return fits
}

/** Tiles sampled to estimate sizes: one per low zoom level, three per high zoom level. */
export function sampleTiles(centre: LatLng): readonly TileCoordinates[] {
  const NEAR = 13
  const AWAY = 2
  const { north, east, south, west } = buildBoxAround(centre, AWAY)
  const others = [
    { latitude: north, longitude: west },
    { latitude: south, longitude: east },
  ]
  const sample = new Map<string, TileCoordinates>()
  for (let zoom = MAP_MIN_ZOOM; zoom <= MAP_MAX_ZOOM; zoom += 1)
    for (const point of zoom < NEAR ? [centre] : [centre, ...others]) {
      const place = findTile(point, zoom)
      sample.set(`${zoom}/${place.x}/${place.y}`, place)
    }
  return [...sample.values()]
}

type TileRange = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** Checks whether a tile is in a box. @param margin additional tiles around the box */
export function isTileInBox(box: MapBox, { z, x, y }: TileCoordinates, margin: number): boolean {
  return isIn(toTileRange(box, z, margin), x, y)
}

function toTileRange({ south, west, north, east }: MapBox, zoom: number, margin = MARGIN): TileRange {
  const first = findTile({ latitude: north, longitude: west }, zoom)
  const last = findTile({ latitude: south, longitude: east }, zoom)
  const end = 2 ** zoom - 1
  return {
    left: Math.max(0, first.x - margin),
    right: Math.min(end, last.x + margin),
    top: Math.max(0, first.y - margin),
    bottom: Math.min(end, last.y + margin),
  }
}

function isIn({ left, right, top, bottom }: TileRange, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Size of an area at one zoom level. Overlapping boxes are counted twice, which is fast and never too low. */
function computeSizeAt(
  boxes: readonly MapBox[],
  zoom: number,
  bytesOf: (zoom: number) => number,
): { readonly tiles: number; readonly bytes: number } {
  const tiles = boxes
    .map((box) => toTileRange(box, zoom))
    .reduce((sum, { left, right, top, bottom }) => sum + (right - left + 1) * (bottom - top + 1), 0)
  return { tiles, bytes: Math.round(tiles * bytesOf(zoom)) }
}

function computeBoundedCosine(latitude: number): number {
  return Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
}
