import type { LatLng } from '../places/documents/location.ts'
import { MAP_DOWNLOAD_MOST_BYTES, MAP_MAX_ZOOM, MAP_MIN_ZOOM } from '../kernel/limits.ts'
import type { TilePlace } from './map-api.ts'

/** Degrees. It never reaches around the back of the world, where no municipality lies. */
export type MapBox = { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

/** The map of some places: every tile from the farthest zoom to this one. */
export type TileSet = { readonly boxes: readonly MapBox[]; readonly zoom: number }
/** Bytes are an estimate. */
export type SizedTileSet = TileSet & { readonly tiles: number; readonly bytes: number }

/** Tiles that the server gives in a second to who fetches many. */
export const MAP_DOWNLOAD_PACE = 20
/** Tiles that are fetched at most: half an hour at that pace. */
export const MAP_DOWNLOAD_MOST_TILES = 30_000
/** Kilometres from the centre to each side that are offered: a village, a town, a city, a district. */
export const MAP_DOWNLOAD_REACHES = [2, 5, 10, 25] as const

/** Tiles of web maps end there. */
const MOST_LATITUDE = 85.05
const KILOMETRES_PER_DEGREE = 111.32
/** Tiles around what was asked for, so that the map goes on at its edge. */
const MARGIN = 1

/** @param reach kilometres to each side */
export function boxAround({ latitude, longitude }: LatLng, reach: number): MapBox {
  const [up, aside] = [reach / KILOMETRES_PER_DEGREE, reach / (KILOMETRES_PER_DEGREE * cosine(latitude))]
  return {
    south: Math.max(-MOST_LATITUDE, latitude - up),
    north: Math.min(MOST_LATITUDE, latitude + up),
    west: Math.max(-180, longitude - aside),
    east: Math.min(180, longitude + aside),
  }
}

/** The tile of that zoom in which a point lies; the nearest one for what lies beyond the last. */
export function tileAt({ latitude, longitude }: LatLng, zoom: number): TilePlace {
  const scale = 2 ** zoom
  const north = Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, latitude)) * (Math.PI / 180)
  const within = (square: number): number => Math.min(scale - 1, Math.max(0, Math.floor(square)))
  return {
    z: zoom,
    x: within(((longitude + 180) / 360) * scale),
    y: within(((1 - Math.asinh(Math.tan(north)) / Math.PI) / 2) * scale),
  }
}

/** A part of a tile: its corner and its side, as fractions of the whole. */
export type TilePart = { readonly x: number; readonly y: number; readonly side: number }

/** The tile so many zooms farther that shows the same place, smaller, and which part of it does. */
export function fartherTile(
  { z, x, y }: TilePlace,
  zooms: number,
): { readonly tile: TilePlace; readonly part: TilePart } {
  const squares = 2 ** zooms
  const tile = { z: z - zooms, x: Math.floor(x / squares), y: Math.floor(y / squares) }
  return { tile, part: { x: (x % squares) / squares, y: (y % squares) / squares, side: 1 / squares } }
}

/** Every tile of a set once, in the same order each time, farthest zooms first: wherever it stops, it is of use. */
export function* tilesOf({ boxes, zoom }: TileSet): Generator<TilePlace> {
  for (let z = MAP_MIN_ZOOM; z <= zoom; z += 1) {
    const stretches = boxes.map((box) => stretchOf(box, z))
    for (const [index, { left, right, top, bottom }] of stretches.entries()) {
      const before = stretches.slice(0, index)
      for (let y = top; y <= bottom; y += 1)
        for (let x = left; x <= right; x += 1) if (!before.some((one) => isIn(one, x, y))) yield { z, x, y }
    }
  }
}

/** As near as a map goes and bounds allow (200 MB, a number of tiles). @param bytesOf one tile of a zoom, if known */
export function fittingSet(boxes: readonly MapBox[], bytesOf: (zoom: number) => number): SizedTileSet {
  let fits: SizedTileSet = { boxes, zoom: MAP_MIN_ZOOM, ...sizeAt(boxes, MAP_MIN_ZOOM, bytesOf) }
  for (let zoom = MAP_MIN_ZOOM + 1; zoom <= MAP_MAX_ZOOM; zoom += 1) {
    const more = sizeAt(boxes, zoom, bytesOf)
    const [tiles, bytes] = [fits.tiles + more.tiles, fits.bytes + more.bytes]
    if (tiles > MAP_DOWNLOAD_MOST_TILES || bytes > MAP_DOWNLOAD_MOST_BYTES) break
    fits = { boxes, zoom, tiles, bytes }
  }
  return fits
}

/** Tiles from which the usual size is learned: one of each far zoom; of the near ones, which are most, three. */
export function sampleAround(centre: LatLng): readonly TilePlace[] {
  const NEAR = 13
  const AWAY = 2
  const { north, east, south, west } = boxAround(centre, AWAY)
  const others = [
    { latitude: north, longitude: west },
    { latitude: south, longitude: east },
  ]
  const sample = new Map<string, TilePlace>()
  for (let zoom = MAP_MIN_ZOOM; zoom <= MAP_MAX_ZOOM; zoom += 1)
    for (const point of zoom < NEAR ? [centre] : [centre, ...others]) {
      const place = tileAt(point, zoom)
      sample.set(`${zoom}/${place.x}/${place.y}`, place)
    }
  return [...sample.values()]
}

type Stretch = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** @param margin tiles around the box that belong to it as well */
export function isTileIn(box: MapBox, { z, x, y }: TilePlace, margin: number): boolean {
  return isIn(stretchOf(box, z, margin), x, y)
}

function stretchOf({ south, west, north, east }: MapBox, zoom: number, margin = MARGIN): Stretch {
  const first = tileAt({ latitude: north, longitude: west }, zoom)
  const last = tileAt({ latitude: south, longitude: east }, zoom)
  const end = 2 ** zoom - 1
  return {
    left: Math.max(0, first.x - margin),
    right: Math.min(end, last.x + margin),
    top: Math.max(0, first.y - margin),
    bottom: Math.min(end, last.y + margin),
  }
}

function isIn({ left, right, top, bottom }: Stretch, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Counted as if no two boxes shared a tile: never less than there are, and not slow when there are millions. */
function sizeAt(
  boxes: readonly MapBox[],
  zoom: number,
  bytesOf: (zoom: number) => number,
): { readonly tiles: number; readonly bytes: number } {
  const tiles = boxes
    .map((box) => stretchOf(box, zoom))
    .reduce((sum, { left, right, top, bottom }) => sum + (right - left + 1) * (bottom - top + 1), 0)
  return { tiles, bytes: Math.round(tiles * bytesOf(zoom)) }
}

function cosine(latitude: number): number {
  return Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
}
