import { z } from 'zod'
import { latLngSchema, type LatLng } from '../places/documents/location.ts'
import { mapSchema, type TileCoordinates } from './map-api.ts'
import { buildBoxAround, isTileInBox } from './tile-set.ts'

/**
 * Kilometres from a municipality's centre to each side of its public map, enough for a large city. Places outside the
 * map must be typed.
 */
const PUBLIC_MAP_REACH = 50
/** Additional tiles around the public map, because screens show more at low zoom levels. */
const MARGIN_TILES = 4

/** `GET /api/public/forms/{id}/map` */
export const publicMapSchema = mapSchema.extend({
  centre: latLngSchema.describe('start position of the map: the centre of the municipality'),
})
export type PublicMapFacts = z.infer<typeof publicMapSchema>

/** Checks whether a tile is on the public map of a municipality with this centre. */
export function isTileOnPublicMap(centre: LatLng, tile: TileCoordinates): boolean {
  return isTileInBox(buildBoxAround(centre, PUBLIC_MAP_REACH), tile, MARGIN_TILES)
}

/**
 * Checks whether the public may look up the address of a point, or find the point by its address: it is on the public
 * map.
 */
export function isPointOnPublicMap(centre: LatLng, { latitude, longitude }: LatLng): boolean {
  const { south, north, west, east } = buildBoxAround(centre, PUBLIC_MAP_REACH)
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
