import { Hono } from 'hono'
import { mapLayerSchema, MAX_FOUND_PLACES, tileParamsSchema } from '#domain/maps/index.ts'
import { addressAt, findPlaces } from './addresses.ts'
import { drawTile } from './draw-tile.ts'

/** A search text for which the service is unavailable, to show the error message. */
const FAILING = 'fuera de servicio'
export const SANDBOX_ATTRIBUTION = 'Relevo, mapa de demostración'

/** Simulates a tile provider by drawing the demonstration's cities. */
export function tilesStandIn(): Hono {
  const app = new Hono()
  app.get('/:layer/:z/:x/:file{[0-9]+\\.png}', (c) => {
    const { layer, z, x, file } = c.req.param()
    const asked = tileParamsSchema.safeParse({ layer, z, x, y: file.replace('.png', '') })
    if (!asked.success) return c.json({ error: 'no hay tal mosaico' }, 404)
    return new Response(drawTile(mapLayerSchema.parse(layer), asked.data), { headers: { 'content-type': 'image/png' } })
  })
  return app
}

/** Simulates a geocoder with Nominatim's API. */
export function nominatimStandIn(): Hono {
  const app = new Hono()
  app.get('/search', (c) => {
    const { q = '', viewbox } = c.req.query()
    if (q.toLowerCase().startsWith(FAILING)) return c.json({ error: 'fuera de servicio' }, 503)
    const places = findPlaces(q, boxCentre(viewbox)).slice(0, MAX_FOUND_PLACES)
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
    const address = addressAt({ latitude: Number(c.req.query('lat')), longitude: Number(c.req.query('lon')) })
    return c.json(
      address === undefined
        ? { error: 'Unable to geocode' }
        : { display_name: address, licence: SANDBOX_ATTRIBUTION, lat: c.req.query('lat'), lon: c.req.query('lon') },
    )
  })
  return app
}

/** Simulates a geocoder with Google's API; its key is in the URL. */
export function addressServiceStandIn(token: string): Hono {
  const app = new Hono()
  app.get('/maps/api/geocode/json', (c) => {
    const { key, address, latlng = '', bounds } = c.req.query()
    if (key !== token) return c.json({ status: 'REQUEST_DENIED', results: [] })
    if (address?.toLowerCase().startsWith(FAILING)) return c.json({ status: 'OVER_QUERY_LIMIT', results: [] })
    const places = address === undefined ? placesAt(latlng) : findPlaces(address, centreOfBounds(bounds))
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

function placesAt(latlng: string): ReturnType<typeof findPlaces> {
  const [latitude = NaN, longitude = NaN] = latlng.split(',').map(Number)
  const here = addressAt({ latitude, longitude })
  return here === undefined ? [] : [{ direccion: here, latlng: { latitude, longitude } }]
}

/** The centre of `south,west|north,east`. */
function centreOfBounds(bounds: string | undefined): ReturnType<typeof boxCentre> {
  if (bounds === undefined) return undefined
  const [south, west, north, east] = bounds.split(/[,|]/).map(Number)
  return boxCentre([west, north, east, south].join(','))
}

/** The centre of `west,north,east,south`. */
function boxCentre(box: string | undefined): { readonly latitude: number; readonly longitude: number } | undefined {
  const [west = NaN, north = NaN, east = NaN, south = NaN] = (box ?? '').split(',').map(Number)
  const centre = { latitude: (north + south) / 2, longitude: (west + east) / 2 }
  return Number.isNaN(centre.latitude + centre.longitude) ? undefined : centre
}
