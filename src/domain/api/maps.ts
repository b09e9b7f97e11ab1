import { ACCOUNT } from '../access/index.ts'
import {
  addressQuerySchema,
  foundAddressSchema,
  foundPlacesSchema,
  type MapLayer,
  mapSchema,
  pointQuerySchema,
  tileParamsSchema,
  type TilePlace,
} from '../maps/index.ts'
import type { Endpoint } from './endpoint.ts'

export const readMap = {
  method: 'GET',
  path: '/map',
  access: ACCOUNT,
  reply: mapSchema,
  summary: 'Which layers a map has, whose they are, and whether addresses can be searched for',
} as const satisfies Endpoint

export const readTile = {
  method: 'GET',
  path: '/tiles/:layer/:z/:x/:y',
  access: ACCOUNT,
  params: tileParamsSchema,
  missing: 'map.tile-missing',
  reply: 'stream',
  summary: 'A square of a map, as PNG, JPEG or WebP; zoom 5 to 18',
} as const satisfies Endpoint

export const searchAddress = {
  method: 'GET',
  path: '/geocode',
  access: ACCOUNT,
  query: addressQuerySchema,
  reply: foundPlacesSchema,
  summary: "Places that go by an address, the best first; the municipality's geocoder is asked",
} as const satisfies Endpoint

export const findAddress = {
  method: 'GET',
  path: '/geocode/reverse',
  access: ACCOUNT,
  query: pointQuerySchema,
  reply: foundAddressSchema,
  summary: 'The address of a point; null where there is none',
} as const satisfies Endpoint

/** Where a square is asked for, below the server's root. */
export function tileAddress(layer: MapLayer, { z, x, y }: TilePlace): string {
  return `/api/tiles/${layer}/${z}/${x}/${y}`
}
