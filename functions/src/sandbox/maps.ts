import { Hono } from 'hono'
import { crc32, deflateSync } from 'node:zlib'
import {
  mapLayerSchema,
  MAX_ADDRESS_MATCHES,
  tileParamsSchema,
  type MapLayer,
  type TileCoordinates,
} from '#domain/maps/index.ts'
import { findAddressAt, findAddressMatches } from './addresses.ts'
import {
  STREETS_PER_AVENUE,
  BLOCK_METRES,
  CITIES,
  findCityAt,
  computeMetresFromWater,
  toGrid,
  type City,
  type GridPoint,
} from './cities.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const INDEXED_COLOUR = 3

/**
 * Encodes a PNG with a palette, whose width and height are both `size`.
 * @param colours up to 256, as `0xrrggbb`
 * @param pixels an index into the colours for each pixel, row by row
 */
function encodePng(size: number, colours: readonly number[], pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, size)
  view.setUint32(4, size)
  header.set([8, INDEXED_COLOUR], 8)
  const rows = new Uint8Array(size * (size + 1))
  // Each row begins with its filter: none.
  for (let row = 0; row < size; row += 1) rows.set(pixels.subarray(row * size, (row + 1) * size), row * (size + 1) + 1)
  const palette = Uint8Array.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const parts = [
    Uint8Array.from(SIGNATURE),
    buildPngChunk('IHDR', header),
    buildPngChunk('PLTE', palette),
    buildPngChunk('IDAT', deflateSync(rows)),
    buildPngChunk('IEND', new Uint8Array(0)),
  ]
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

function buildPngChunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

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
function drawTile(layer: MapLayer, { z, x, y }: TileCoordinates): Uint8Array<ArrayBuffer> {
  const scale = 2 ** z
  const pixels = new Uint8Array(SIZE * SIZE)
  for (let row = 0; row < SIZE; row += 1) {
    const north = Math.PI * (1 - (2 * (y + (row + 0.5) / SIZE)) / scale)
    const latitude = (Math.atan(Math.sinh(north)) * 180) / Math.PI
    const metres = (EQUATOR * Math.cos((latitude * Math.PI) / 180)) / scale / SIZE
    for (let column = 0; column < SIZE; column += 1) {
      const longitude = ((x + (column + 0.5) / SIZE) / scale) * 360 - 180
      const here = findCityAt({ latitude, longitude })
      const ground =
        here === undefined ? findGroundAt(latitude, longitude) : findGroundInCity(here.city, here.place, metres)
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

/** Ground outside a city: the sea, or fields of at least a kilometre in two shades of green. */
function findGroundAt(latitude: number, longitude: number): Ground {
  for (const city of Object.values(CITIES)) {
    const place = toGrid(city, { latitude, longitude })
    if (
      city.coast &&
      Math.max(Math.abs(place.along), Math.abs(place.across)) < SEA &&
      computeMetresFromWater(city, place) < 0
    )
      return 'water'
  }
  return hashPair(Math.floor(latitude * 80), Math.floor(longitude * 70)) % 3 === 0 ? 'field' : 'country'
}

/** @param metres size of a pixel */
function findGroundInCity(city: City, place: GridPoint, metres: number): Ground {
  const shore = computeMetresFromWater(city, place)
  if (shore < 0) return 'water'
  const [avenue, street] = [
    computeMetresToLine(place, BLOCK_METRES * STREETS_PER_AVENUE),
    computeMetresToLine(place, BLOCK_METRES),
  ]
  if (BLOCK_METRES * STREETS_PER_AVENUE > MIN_LINE_GAP * metres && avenue < Math.max(11, metres)) return 'avenue'
  if (BLOCK_METRES > MIN_LINE_GAP * metres && street < Math.max(5, metres * 0.7)) return 'street'
  const [column, row] = [Math.floor(place.along / BLOCK_METRES), Math.floor(place.across / BLOCK_METRES)]
  const isPark = shore < 70 || hashPair(column, row) % 19 === 0
  const detail = hashPair(Math.floor(place.along / 13), Math.floor(place.across / 17))
  if (isPark) return metres < 3 && detail % 4 === 0 ? 'tree' : 'park'
  return metres < 3 && street > 12 && detail % 3 !== 0 ? 'house' : 'block'
}

/** Metres to the nearest line of a grid of this width. */
function computeMetresToLine({ along, across }: GridPoint, width: number): number {
  const away = (value: number): number => Math.abs(value - Math.round(value / width) * width)
  return Math.min(away(along), away(across))
}

/** Hashes two integers. */
function hashPair(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 12)) >>> 0
}

/** A search text for which the service is unavailable, to show the error message. */
const FAILING = 'fuera de servicio'
export const SANDBOX_ATTRIBUTION = 'Relevo, mapa de demostración'

/** Simulates a tile provider by drawing the demonstration's cities. */
export function createTilesStandIn(): Hono {
  const app = new Hono()
  app.get('/:layer/:z/:x/:file{[0-9]+\\.png}', (c) => {
    const { layer, z, x, file } = c.req.param()
    const parsed = tileParamsSchema.safeParse({ layer, z, x, y: file.replace('.png', '') })
    if (!parsed.success) return c.json({ error: 'no hay tal mosaico' }, 404)
    return new Response(drawTile(mapLayerSchema.parse(layer), parsed.data), {
      headers: { 'content-type': 'image/png' },
    })
  })
  return app
}

/** Simulates a geocoder with Nominatim's API. */
export function createNominatimStandIn(): Hono {
  const app = new Hono()
  app.get('/search', (c) => {
    const { q = '', viewbox } = c.req.query()
    if (q.toLowerCase().startsWith(FAILING)) return c.json({ error: 'fuera de servicio' }, 503)
    const places = findAddressMatches(q, computeBoxCentre(viewbox)).slice(0, MAX_ADDRESS_MATCHES)
    return c.json(
      places.map(({ direccion, latlng }) => ({
        lat: String(latlng.latitude),
        lon: String(latlng.longitude),
        display_name: direccion,
        licence: SANDBOX_ATTRIBUTION,
      })),
    )
  })
  app.get('/reverse', (c) => {
    const address = findAddressAt({ latitude: Number(c.req.query('lat')), longitude: Number(c.req.query('lon')) })
    return c.json(
      address === undefined
        ? { error: 'Unable to geocode' }
        : { display_name: address, licence: SANDBOX_ATTRIBUTION, lat: c.req.query('lat'), lon: c.req.query('lon') },
    )
  })
  return app
}

/** Simulates a geocoder with Google's API; its key is in the URL. */
export function createGoogleGeocoderStandIn(token: string): Hono {
  const app = new Hono()
  app.get('/maps/api/geocode/json', (c) => {
    const { key, address, latlng = '', bounds } = c.req.query()
    if (key !== token) return c.json({ status: 'REQUEST_DENIED', results: [] })
    if (address?.toLowerCase().startsWith(FAILING)) return c.json({ status: 'OVER_QUERY_LIMIT', results: [] })
    const places =
      address === undefined ? findPlacesAt(latlng) : findAddressMatches(address, computeCentreOfBounds(bounds))
    return c.json(
      places.length === 0
        ? { status: 'ZERO_RESULTS', results: [] }
        : {
            status: 'OK',
            results: places.map(({ direccion, latlng: { latitude: lat, longitude: lng } }) => ({
              formatted_address: direccion,
              geometry: { location: { lat, lng } },
            })),
          },
    )
  })
  return app
}

function findPlacesAt(latlng: string): ReturnType<typeof findAddressMatches> {
  const [latitude = NaN, longitude = NaN] = latlng.split(',').map(Number)
  const here = findAddressAt({ latitude, longitude })
  return here === undefined ? [] : [{ direccion: here, latlng: { latitude, longitude } }]
}

/** The centre of `south,west|north,east`. */
function computeCentreOfBounds(bounds: string | undefined): ReturnType<typeof computeBoxCentre> {
  if (bounds === undefined) return undefined
  const [south, west, north, east] = bounds.split(/[,|]/).map(Number)
  return computeBoxCentre([west, north, east, south].join(','))
}

/** The centre of `west,north,east,south`. */
function computeBoxCentre(
  box: string | undefined,
): { readonly latitude: number; readonly longitude: number } | undefined {
  const [west = NaN, north = NaN, east = NaN, south = NaN] = (box ?? '').split(',').map(Number)
  const centre = { latitude: (north + south) / 2, longitude: (west + east) / 2 }
  return Number.isNaN(centre.latitude + centre.longitude) ? undefined : centre
}
