import { z } from 'zod'
import type { LatLng, MunicipalitySettings } from '#domain/places/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import {
  type FoundAddress,
  foundAddressSchema,
  type AddressMatches,
  addressMatchesSchema,
  MAX_ADDRESS_MATCHES,
} from '#domain/maps/index.ts'
import {
  callExternalSystem,
  buildReplyReceivedFlag,
  type ReplyReceivedFlag,
  type ExternalSystem,
  type ExternalSystemDeps,
  type ExternalReply,
} from './http.ts'

/** Finds points by address, and the address of a point. Both calls fail with map.geocode-failed. */
export type GeocoderClient = {
  /** @param near point whose surroundings are preferred */
  search(text: string, near: LatLng | undefined): Promise<Result<AddressMatches>>
  addressOf(point: LatLng): Promise<Result<FoundAddress> & ReplyReceivedFlag>
}
export type Geocoders = { readonly [Kind in MunicipalitySettings['geocoder']]?: GeocoderClient }

/** Half the side of the search box, in degrees: a large city and its surroundings. */
const SEARCH_RADIUS_DEGREES = 0.4
const MAX_ADDRESS = 1000
const MAX_ATTRIBUTION = 300

const logIncomplete = (deps: ExternalSystemDeps, { name }: ExternalSystem, reply: ExternalReply | undefined) => {
  if (reply !== undefined) deps.failed({ system: name, why: `status ${reply.status}, or a reply of another shape` })
  return { ...refuse('map.geocode-failed'), ...buildReplyReceivedFlag(reply) }
}

const nominatimPlace = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  display_name: z.string().min(1),
  licence: z.string().default(''),
})
const nominatimAddress = z.union([
  z.object({ display_name: z.string().min(1), licence: z.string().default('') }),
  // Reply for a point at sea, with status 200.
  z.object({ error: z.literal('Unable to geocode') }),
])

/**
 * Client of any server with Nominatim's API, in format jsonv2. `GET /search?q=…&limit=5&viewbox=west,north,east,south`
 * (the box is a preference) returns `[{ "lat", "lon", "display_name", "licence" }]`. `GET /reverse?lat=…&lon=…&zoom=18`
 * returns `{ "display_name", "licence" }`, or `{ "error": "Unable to geocode" }` for a point without an address.
 */
export function createNominatimClient(deps: ExternalSystemDeps, system: ExternalSystem): GeocoderClient {
  return {
    search: async (text, near) => {
      const reply = await callExternalSystem(deps, system, {
        method: 'GET',
        path: ['search'],
        query: {
          q: text,
          format: 'jsonv2',
          limit: String(MAX_ADDRESS_MATCHES),
          ...(near === undefined ? {} : { viewbox: buildSearchBox(near).join(',') }),
        },
      })
      const parsed = reply?.status === 200 ? z.array(nominatimPlace).safeParse(reply.json).data : undefined
      const parsedMatches = addressMatchesSchema.safeParse(
        parsed && {
          places: parsed.slice(0, MAX_ADDRESS_MATCHES).map((place) => ({
            direccion: place.display_name.slice(0, MAX_ADDRESS),
            latlng: { latitude: place.lat, longitude: place.lon },
          })),
          attribution: parsed[0]?.licence.slice(0, MAX_ATTRIBUTION) ?? '',
        },
      )
      return parsedMatches.success ? ok(parsedMatches.data) : logIncomplete(deps, system, reply)
    },
    addressOf: async ({ latitude, longitude }) => {
      const reply = await callExternalSystem(deps, system, {
        method: 'GET',
        path: ['reverse'],
        query: { lat: degrees(latitude), lon: degrees(longitude), format: 'jsonv2', zoom: '18' },
      })
      const parsed = reply?.status === 200 ? nominatimAddress.safeParse(reply.json).data : undefined
      if (parsed === undefined) return logIncomplete(deps, system, reply)
      return ok(
        'error' in parsed
          ? { direccion: null, attribution: '' }
          : {
              direccion: parsed.display_name.slice(0, MAX_ADDRESS),
              attribution: parsed.licence.slice(0, MAX_ATTRIBUTION),
            },
      )
    },
  }
}

/** Formats degrees without exponents such as 1e-7, which services do not accept as numbers. */
const degrees = (given: number): string => String(Number(given.toFixed(6)))

/** Returns the west, north, east and south of the search box. */
function buildSearchBox({ latitude, longitude }: LatLng): readonly number[] {
  return [
    longitude - SEARCH_RADIUS_DEGREES,
    latitude + SEARCH_RADIUS_DEGREES,
    longitude + SEARCH_RADIUS_DEGREES,
    latitude - SEARCH_RADIUS_DEGREES,
  ]
}

const serviceReply = z.union([
  z.object({
    status: z.literal('OK'),
    results: z
      .array(
        z.object({
          formatted_address: z.string().min(1),
          geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
        }),
      )
      .min(1),
  }),
  z.object({ status: z.literal('ZERO_RESULTS') }),
])

/**
 * Client of any geocoder with Google's API. `GET /maps/api/geocode/json` with `?address=…&bounds=south,west|north,east`
 * or `?latlng=…`, and the token as `key`, returns 200 `{ "status": "OK", "results": [{ "formatted_address", "geometry":
 * { "location": { "lat", "lng" } } }] }` or `{ "status": "ZERO_RESULTS" }`. Any other `status` is a failure.
 */
export function createGoogleGeocoderClient(
  deps: ExternalSystemDeps,
  { token, ...system }: ExternalSystem,
): GeocoderClient {
  const ask = async (query: Readonly<Record<string, string>>) => {
    const reply = await callExternalSystem(deps, system, {
      method: 'GET',
      path: ['maps', 'api', 'geocode', 'json'],
      query: { ...query, ...(token === undefined ? {} : { key: token }) },
    })
    const parsed = reply?.status === 200 ? serviceReply.safeParse(reply.json).data : undefined
    if (parsed === undefined) return logIncomplete(deps, system, reply)
    return ok(parsed.status === 'OK' ? parsed.results : [])
  }
  return {
    search: async (text, near) => {
      const [west, north, east, south] = near === undefined ? [] : buildSearchBox(near)
      const results = await ask({
        address: text,
        ...(near === undefined ? {} : { bounds: `${south},${west}|${north},${east}` }),
      })
      if (!results.ok) return results
      const parsed = addressMatchesSchema.safeParse({
        places: results.value.slice(0, MAX_ADDRESS_MATCHES).map(({ formatted_address: address, geometry }) => ({
          direccion: address.slice(0, MAX_ADDRESS),
          latlng: { latitude: geometry.location.lat, longitude: geometry.location.lng },
        })),
        attribution: '',
      })
      return parsed.success ? ok(parsed.data) : logIncomplete(deps, system, { status: 200, json: null })
    },
    addressOf: async ({ latitude, longitude }) => {
      const results = await ask({ latlng: `${degrees(latitude)},${degrees(longitude)}` })
      if (!results.ok) return results
      const address = results.value[0]?.formatted_address.slice(0, MAX_ADDRESS) ?? null
      return ok(foundAddressSchema.parse({ direccion: address, attribution: '' }))
    },
  }
}
