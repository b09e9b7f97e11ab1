import type { MapLayer, TilePlace } from '#domain/maps/index.ts'
import {
  STREETS_PER_AVENUE,
  BLOCK_METRES,
  CITIES,
  type City,
  cityAt,
  metresFromWater,
  toGrid,
  type GridPoint,
} from './cities.ts'
import { encodePng } from './png.ts'

const SIZE = 256
const EQUATOR = 40_075_016
/** Pixels between two lines below which the lines are left out. */
const MIN_LINE_GAP = 5

/** Kinds of ground, in the order of the palettes. */
const GROUND = ['country', 'field', 'block', 'house', 'street', 'avenue', 'park', 'tree', 'water'] as const
type Ground = (typeof GROUND)[number]

const PALETTES: Readonly<Record<MapLayer, Readonly<Record<Ground, number>>>> = {
  default: {
    country: 0xf1efe6,
    field: 0xe7ecd8,
    block: 0xebe6de,
    house: 0xdcd4c8,
    street: 0xffffff,
    avenue: 0xfbd78b,
    park: 0xc5e3b3,
    tree: 0xb2d79d,
    water: 0xa6cfe8,
  },
  satellite: {
    country: 0x6f7549,
    field: 0x7f8452,
    block: 0x8b8676,
    house: 0xa98f7c,
    street: 0x5c5c5a,
    avenue: 0x6a6a68,
    park: 0x4f6d38,
    tree: 0x3c5a2c,
    water: 0x2f4f5e,
  },
}

/** Draws a plausible tile of the demonstration's cities and their surroundings, always with the same bytes. */
export function drawTile(layer: MapLayer, { z, x, y }: TilePlace): Uint8Array<ArrayBuffer> {
  const scale = 2 ** z
  const pixels = new Uint8Array(SIZE * SIZE)
  for (let row = 0; row < SIZE; row += 1) {
    const north = Math.PI * (1 - (2 * (y + (row + 0.5) / SIZE)) / scale)
    const latitude = (Math.atan(Math.sinh(north)) * 180) / Math.PI
    const metres = (EQUATOR * Math.cos((latitude * Math.PI) / 180)) / scale / SIZE
    for (let column = 0; column < SIZE; column += 1) {
      const longitude = ((x + (column + 0.5) / SIZE) / scale) * 360 - 180
      const here = cityAt({ latitude, longitude })
      const ground = here === undefined ? groundAt(latitude, longitude) : groundInCity(here.city, here.place, metres)
      pixels[row * SIZE + column] = GROUND.indexOf(ground)
    }
  }
  const palette = PALETTES[layer]
  return encodePng(
    SIZE,
    GROUND.map((ground) => palette[ground]),
    pixels,
  )
}

/** Extent of the sea beyond a city, in metres. */
const SEA = 90_000

/** The sea, or fields of a kilometre and more, in two greens. */
function groundAt(latitude: number, longitude: number): Ground {
  for (const city of Object.values(CITIES)) {
    const place = toGrid(city, { latitude, longitude })
    if (city.coast && Math.max(Math.abs(place.along), Math.abs(place.across)) < SEA && metresFromWater(city, place) < 0)
      return 'water'
  }
  return hashPair(Math.floor(latitude * 80), Math.floor(longitude * 70)) % 3 === 0 ? 'field' : 'country'
}

/** @param metres size of a pixel */
function groundInCity(city: City, place: GridPoint, metres: number): Ground {
  const shore = metresFromWater(city, place)
  if (shore < 0) return 'water'
  const [avenue, street] = [linesAway(place, BLOCK_METRES * STREETS_PER_AVENUE), linesAway(place, BLOCK_METRES)]
  if (BLOCK_METRES * STREETS_PER_AVENUE > MIN_LINE_GAP * metres && avenue < Math.max(11, metres)) return 'avenue'
  if (BLOCK_METRES > MIN_LINE_GAP * metres && street < Math.max(5, metres * 0.7)) return 'street'
  const [column, row] = [Math.floor(place.along / BLOCK_METRES), Math.floor(place.across / BLOCK_METRES)]
  const isPark = shore < 70 || hashPair(column, row) % 19 === 0
  const detail = hashPair(Math.floor(place.along / 13), Math.floor(place.across / 17))
  if (isPark) return metres < 3 && detail % 4 === 0 ? 'tree' : 'park'
  return metres < 3 && street > 12 && detail % 3 !== 0 ? 'house' : 'block'
}

/** Metres to the nearest line of a grid of this width. */
function linesAway({ along, across }: GridPoint, width: number): number {
  const away = (value: number): number => Math.abs(value - Math.round(value / width) * width)
  return Math.min(away(along), away(across))
}

/** Hashes two integers. */
function hashPair(one: number, other: number): number {
  let mixed = Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 12)) >>> 0
}
