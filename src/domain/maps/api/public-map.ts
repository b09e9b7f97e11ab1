import { z } from 'zod'
import { PUBLIC_ACCESS } from '../../access/index.ts'
import { templateIdSchema } from '../../kernel/ids.ts'
import {
  addressQuerySchema,
  foundAddressSchema,
  addressMatchesSchema,
  type MapLayer,
  pointQuerySchema,
  tileParamsSchema,
  type TileCoordinates,
} from '../map-api.ts'
import { publicMapSchema } from '../public-map.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Map of a public form. Endpoints refuse with the codes of `readPublicForm`, and with access.forbidden if the form asks
 * for no location.
 */
const ofForm = z.object({ id: templateIdSchema })

export const readPublicMap = {
  method: 'GET',
  path: '/public/forms/:id/map',
  access: PUBLIC_ACCESS,
  params: ofForm,
  missing: 'template.missing',
  reply: publicMapSchema,
  summary:
    "Layers of a public form's map with their attribution, its start position, and whether addresses can be searched",
} as const satisfies Endpoint

export const readPublicTile = {
  method: 'GET',
  path: '/public/forms/:id/tiles/:layer/:z/:x/:y',
  access: PUBLIC_ACCESS,
  params: tileParamsSchema.and(ofForm),
  missing: 'map.tile-missing',
  reply: 'stream',
  summary: "A tile of a public form's map as PNG, JPEG or WebP, up to 50 km from the municipality's centre",
} as const satisfies Endpoint

export const searchPublicAddress = {
  method: 'GET',
  path: '/public/forms/:id/geocode',
  access: PUBLIC_ACCESS,
  params: ofForm,
  missing: 'template.missing',
  query: addressQuerySchema,
  reply: addressMatchesSchema,
  summary:
    "Places that match an address, at most 50 km from the centre of a public form's municipality; best match first",
} as const satisfies Endpoint

export const findPublicAddress = {
  method: 'GET',
  path: '/public/forms/:id/geocode/reverse',
  access: PUBLIC_ACCESS,
  params: ofForm,
  missing: 'template.missing',
  query: pointQuerySchema,
  reply: foundAddressSchema,
  summary: 'The address of a point on the map of a public form; null if it has none or is outside the map',
} as const satisfies Endpoint

/** Path of a tile of a public form's map, below the server's root. */
export function buildPublicTilePath(form: string, layer: MapLayer, { z: zoom, x, y }: TileCoordinates): string {
  return `/api/public/forms/${encodeURIComponent(form)}/tiles/${layer}/${zoom}/${x}/${y}`
}
