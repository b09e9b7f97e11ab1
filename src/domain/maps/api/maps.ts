import { ACCOUNT_ACCESS, requireRight } from '../../access/index.ts'
import {
  publicAddressQuerySchema,
  foundAddressSchema,
  addressMatchesSchema,
  type MapLayer,
  mapSchema,
  publicPointQuerySchema,
  tileParamsSchema,
  type TileCoordinates,
  tileQuerySchema,
} from '../map-api.ts'
import {
  iconQuerySchema,
  identifierCallSchema,
  identifierReplySchema,
  identifiersCallSchema,
  identifiersSchema,
} from '../identifiers-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const readMap = {
  method: 'GET',
  path: '/map',
  access: ACCOUNT_ACCESS,
  reply: mapSchema,
  summary: 'Layers of the map with their attribution, and whether addresses can be searched',
} as const satisfies Endpoint

export const readTile = {
  method: 'GET',
  path: '/tiles/:layer/:z/:x/:y',
  access: ACCOUNT_ACCESS,
  params: tileParamsSchema,
  query: tileQuerySchema,
  missing: 'map.tile-missing',
  reply: 'stream',
  summary: 'A map tile as PNG, JPEG or WebP, zoom 5 to 18. `download`: part of a map download',
} as const satisfies Endpoint

export const searchAddress = {
  method: 'GET',
  path: '/geocode',
  access: ACCOUNT_ACCESS,
  query: publicAddressQuerySchema,
  reply: addressMatchesSchema,
  summary: "Places that match an address, best first, found by the geocoder of the form's municipality",
} as const satisfies Endpoint

export const findAddress = {
  method: 'GET',
  path: '/geocode/reverse',
  access: ACCOUNT_ACCESS,
  query: publicPointQuerySchema,
  reply: foundAddressSchema,
  summary: 'The address of a point; null if it has none',
} as const satisfies Endpoint

/** Calls of the specification (part 1, point 7). */
const call = { method: 'POST', convention: 'callable', always: 'reads' } as const

export const getIdentifiers = {
  ...call,
  path: '/getIdentifiers',
  access: requireRight('create', 'respuesta'),
  body: identifiersCallSchema,
  reply: identifiersSchema,
  summary: 'Assets of the management system near a point',
} as const satisfies Endpoint

export const readIdentifierIcon = {
  method: 'GET',
  path: '/identifiers/icon',
  access: requireRight('create', 'respuesta'),
  query: iconQuerySchema,
  missing: 'file.missing',
  reply: 'stream',
  summary:
    'The icon of an asset as PNG, JPEG or WebP; its URL comes from `getIdentifiers` and is valid for the same account',
} as const satisfies Endpoint

export const getIdentifierDataById = {
  ...call,
  path: '/getIdentifierDataById',
  access: requireRight('read', 'respuesta'),
  body: identifierCallSchema,
  reply: identifierReplySchema,
  summary: 'One asset of the management system',
} as const satisfies Endpoint

/** Path of a tile, below the server's root. */
export function buildTilePath(layer: MapLayer, { z, x, y }: TileCoordinates): string {
  return `/api/tiles/${layer}/${z}/${x}/${y}`
}
