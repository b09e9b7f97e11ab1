import { addCostsUnit } from '#domain/limits/judge.ts'
import {
  ok,
  refuse,
  DEFAULT_LATITUDE,
  DEFAULT_LONGITUDE,
  type MunicipalityPath,
  type Result,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { isPointOnPublicMap, isTileOnPublicMap } from '#domain/maps/index.ts'
import { municipalityOfDocument, type LatLng } from '#domain/places/index.ts'
import { isLocationQuestion } from '#domain/questions/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { findOpenForm, isOpenToCitizens } from '../../pages/find-public-form.ts'
import type { Clock, Store } from '../../ports.ts'
import { selectGeocoder } from '../select-geocoder.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { buildPublicGeocodeLimits } from '../public-geocodes.ts'
import { serveMapTile } from '../tile-reply.ts'
import { createAddressRateLimit, buildAddressRateLimits } from '../../limits/by-address.ts'

/** Map of a public form: centre and municipality, the same for every visitor. */
type PublicMapPlace = { readonly municipality: MunicipalityPath; readonly centre: LatLng }

/**
 * Milliseconds for which a form is cached, because a screen requests dozens of tiles. For that long, a form that has
 * closed still has a map.
 */
const LIFE = 10_000
/** Maximum cached forms; the oldest are dropped. */
const MAX_FORMS = 1_000

/**
 * Finds the place of a public form, or of a portal form, whose citizens have no account. Refuses like `findPublicForm`,
 * and with access.forbidden for a form that does not ask for a location.
 */
function createPublicPlaceReader(store: Store, clock: Clock): (id: TemplateId) => Promise<Result<PublicMapPlace>> {
  const read = new Map<TemplateId, { readonly at: number; readonly place: PublicMapPlace }>()
  const reading = new Map<TemplateId, Promise<Result<PublicMapPlace>>>()

  async function readPublicPlace(id: TemplateId): Promise<Result<PublicMapPlace>> {
    read.delete(id)
    const result = await findOpenForm(store, id, isOpenToCitizens)
    if (!result.ok) return result
    const { template, municipality } = result.value
    if (!hasPlaceQuestion(template)) return refuse('access.forbidden')
    const place = {
      municipality: municipalityOfDocument(template),
      centre: municipality.ubicacion ?? { latitude: DEFAULT_LATITUDE, longitude: DEFAULT_LONGITUDE },
    }
    read.set(id, { at: clock(), place })
    const [oldest] = read.keys()
    if (read.size > MAX_FORMS && oldest !== undefined) read.delete(oldest)
    return ok(place)
  }

  return async (id) => {
    const known = read.get(id)
    if (known !== undefined && Math.abs(clock() - known.at) < LIFE) return ok(known.place)
    // Concurrent requests share one read, because a form may be megabytes.
    const place = reading.get(id) ?? readPublicPlace(id).finally(() => reading.delete(id))
    reading.set(id, place)
    return place
  }
}

/** True when the form asks for a location, for the whole answer or in a question. */
function hasPlaceQuestion({ opcionales, secciones }: FormTemplate): boolean {
  return (
    opcionales.geolocalizacion ||
    secciones.some(
      ({ preguntas, conditions }) =>
        preguntas.some(isLocationQuestion) || conditions.some(({ questions }) => questions.some(isLocationQuestion)),
    )
  )
}

/**
 * Map handlers for public forms that ask for a location. Tiles are counted in memory, and geocoder requests, which cost
 * money, in the store.
 */
export function createPublicMapHandlers({ ports: { store, clock, connectors }, tuning }: Core) {
  /** Checked before anything is read. If the address is unknown, only the limits of form and municipality apply. */
  const from = createAddressRateLimit(clock, {
    burst: tuning.publicTilesBurstPerAddress,
    interval: tuning.publicTilesIntervalPerAddress,
  })
  const formRateLimit = createMemoryRateLimit(clock, tuning.publicTilesBurstPerForm, tuning.publicTilesIntervalPerForm)
  const municipalityRateLimit = createMemoryRateLimit(
    clock,
    tuning.publicTilesBurstPerMunicipality,
    tuning.publicTilesIntervalPerMunicipality,
  )
  const { tiles, geocoders } = { ...connectors, ...connectors?.ofPublic }
  const placeOf = createPublicPlaceReader(store, clock)
  let underWay = 0

  /** Counts a geocoder request for this address, form and municipality. */
  async function count(
    id: TemplateId,
    municipality: MunicipalityPath,
    address: string | undefined,
  ): Promise<Result<true>> {
    const measures = await buildPublicGeocodeLimits(tuning, id, municipality)
    const ofAddress = {
      burst: tuning.publicGeocodeBurstPerAddress,
      interval: tuning.publicGeocodeIntervalPerAddress,
    }
    const ownMeasures = await buildAddressRateLimits('public-geocode', address, ofAddress)
    return store.commit(addCostsUnit([...measures, ...ownMeasures], clock()))
  }

  return {
    async readPublicMap({ params, address }) {
      const pace = from(address)
      if (!pace.ok) return pace
      const place = await placeOf(params.id)
      if (!place.ok) return place
      const { centre } = place.value
      return ok({ layers: [...(tiles?.layers ?? [])], geocoder: geocoders !== undefined, centre })
    },

    async readPublicTile({ params: { id, layer, ...square }, address }) {
      if (tiles === undefined) return refuse('connector.not-configured')
      const pace = from(address)
      if (!pace.ok) return pace
      const place = await placeOf(id)
      if (!place.ok) return place
      if (!isTileOnPublicMap(place.value.centre, square)) return refuse('map.tile-missing')
      if (underWay >= tuning.publicTilesUnderWay) return refuse('server.busy', { seconds: 1 })
      // Counts requests to the provider. With a cache these are only the misses.
      const mayAsk = (): Result<true> => {
        const all = formRateLimit(id)
        return all.ok ? municipalityRateLimit(place.value.municipality) : all
      }
      const may = connectors?.ofPublic === undefined ? mayAsk() : ok(true)
      if (!may.ok) return may
      underWay += 1
      try {
        return await serveMapTile(tiles, layer, square, mayAsk)
      } finally {
        underWay -= 1
      }
    },

    async searchPublicAddress({ params: { id }, query: { q }, address }) {
      const pace = from(address)
      if (!pace.ok) return pace
      const place = await placeOf(id)
      if (!place.ok) return place
      const { municipality, centre } = place.value
      const result = await selectGeocoder(store, geocoders, municipality)
      if (!result.ok) return result
      const countedResult = await count(id, municipality, address)
      if (!countedResult.ok) return countedResult
      const searched = await result.value.geocoder.search(q, centre)
      if (!searched.ok) return searched
      const { places, attribution } = searched.value
      return ok({ places: places.filter(({ latlng }) => isPointOnPublicMap(centre, latlng)), attribution })
    },

    async findPublicAddress({ params: { id }, query: point, address }) {
      const pace = from(address)
      if (!pace.ok) return pace
      const place = await placeOf(id)
      if (!place.ok) return place
      const { municipality, centre } = place.value
      const result = await selectGeocoder(store, geocoders, municipality)
      if (!result.ok) return result
      if (!isPointOnPublicMap(centre, point)) return ok({ direccion: null, attribution: '' })
      const countedResult = await count(id, municipality, address)
      return countedResult.ok ? result.value.geocoder.addressOf(point) : countedResult
    },
  } satisfies PartialHandlers
}
