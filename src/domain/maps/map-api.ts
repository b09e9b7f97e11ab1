import { z } from 'zod'
import { latLngSchema } from '../places/documents/location.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM } from '../kernel/limits.ts'

/** Map layers: drawn map, and satellite images (part 1, point 2). */
export const MAP_LAYERS = ['default', 'satellite'] as const
export const mapLayerSchema = z.enum(MAP_LAYERS)
export type MapLayer = z.infer<typeof mapLayerSchema>

/** Tile coordinates, as in all web maps. */
export type TileCoordinates = { readonly z: number; readonly x: number; readonly y: number }

/** `GET /api/tiles/{layer}/{z}/{x}/{y}`: tile within the world. */
export const tileParamsSchema = z
  .object({
    layer: mapLayerSchema,
    z: z.coerce.number().int().min(MAP_MIN_ZOOM).max(MAP_MAX_ZOOM),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  })
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom)

/** `download`: fetched for offline use; not allowed by all providers, and rate-limited separately. */
export const tileQuerySchema = z.object({ download: z.literal('1').optional() })

/** `GET /api/map`. All maps show their attribution. */
export const mapSchema = z.object({
  layers: z.array(
    z.object({
      layer: mapLayerSchema,
      attribution: z.string().max(300).describe('attribution of the map, as plain text'),
    }),
  ),
  geocoder: z.boolean().describe('true: addresses can be searched, and points have addresses'),
})
export type MapFacts = z.infer<typeof mapSchema>

/** Minimum and maximum characters of a search text. */
export const MIN_SEARCH_LENGTH = 3
export const MAX_SEARCH_LENGTH = 200
export const MAX_ADDRESS_MATCHES = 5

/**
 * Municipality of the form, which determines the geocoder and the centre near which it searches. If it is missing or
 * not accessible, the caller's own municipality is used.
 */
const optionalMunicipality = { municipality: municipalityPathSchema.optional() }

export const addressQuerySchema = z.object({ q: z.string().trim().min(MIN_SEARCH_LENGTH).max(MAX_SEARCH_LENGTH) })
export const publicAddressQuerySchema = addressQuerySchema.extend(optionalMunicipality)
const foundPlaceSchema = z.object({
  direccion: z.string().max(1000).describe('address as returned by the geocoder'),
  latlng: latLngSchema,
})
export type AddressMatch = z.infer<typeof foundPlaceSchema>

/** `GET /api/geocode`: best match first; empty if there is none. */
export const addressMatchesSchema = z.object({
  places: z.array(foundPlaceSchema).max(MAX_ADDRESS_MATCHES),
  attribution: z.string().max(300),
})
export type AddressMatches = z.infer<typeof addressMatchesSchema>

/** Degrees in a query. An empty text is refused rather than read as zero. */
const degrees = (max: number) => z.string().trim().min(1).max(30).transform(Number).pipe(z.number().min(-max).max(max))
export const pointQuerySchema = z.object({ latitude: degrees(90), longitude: degrees(180) })
export const publicPointQuerySchema = pointQuerySchema.extend(optionalMunicipality)

/** `GET /api/geocode/reverse`; null if there is no address, e.g. at sea. */
export const foundAddressSchema = z.object({
  direccion: z.string().max(1000).nullable(),
  attribution: z.string().max(300),
})
export type FoundAddress = z.infer<typeof foundAddressSchema>
