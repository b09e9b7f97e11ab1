import { z } from 'zod'
import { latLngSchema, type LatLng } from '../places/documents/location.ts'
import { mapSchema, type TilePlace } from './map-api.ts'
import { boxAround, isTileIn } from './tile-set.ts'

/** Kilometres to each side of a municipality's centre on its public map: a large city. Elsewhere a place is typed. */
export const PUBLIC_MAP_REACH = 50
/** Tiles around that: at far zooms a screen shows more than the municipality. */
const AROUND = 4

/** `GET /api/public/forms/{id}/map` */
export const publicMapSchema = mapSchema.extend({
  centre: latLngSchema.describe('where the map begins: the centre of the municipality'),
})
export type PublicMapFacts = z.infer<typeof publicMapSchema>

/** Whether a tile is on the public's map of a municipality with this centre. */
export function isOnPublicMap(centre: LatLng, tile: TilePlace): boolean {
  return isTileIn(boxAround(centre, PUBLIC_MAP_REACH), tile, AROUND)
}

/** Whether the public of that municipality's forms gets the address of a point, and finds it as a place. */
export function isNearPublic(centre: LatLng, { latitude, longitude }: LatLng): boolean {
  const { south, north, west, east } = boxAround(centre, PUBLIC_MAP_REACH)
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
