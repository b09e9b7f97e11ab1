import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import type { MapLayer } from '#domain/maps/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { selectGeocoder } from '../select-geocoder.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { serveMapTile } from '../tile-reply.ts'

/** Handlers for map tiles and addresses. The server calls the providers, so that pages contact no third party. */
export function createMapHandlers({ ports: { store, clock, connectors }, tuning }: Core) {
  const tilesPace = createMemoryRateLimit(clock, tuning.tilesBurst, tuning.tilesInterval)
  const downloadPace = createMemoryRateLimit(clock, tuning.mapDownloadBurst, tuning.mapDownloadInterval)
  const downloadPaceOfAll = createMemoryRateLimit(
    clock,
    tuning.mapDownloadBurstInTotal,
    tuning.mapDownloadIntervalInTotal,
  )
  const geocodePace = createMemoryRateLimit(clock, tuning.geocodeBurst, tuning.geocodeInterval)
  const { tiles, geocoders } = connectors ?? {}

  /** Checks the rate limits of downloads, per account and in total, which leave capacity for viewed maps. */
  function download(layer: MapLayer, account: string): Result<true> {
    if (tiles?.downloads !== true || layer !== 'default') return refuse('map.download-not-allowed')
    const pace = downloadPace(account)
    return pace.ok ? downloadPaceOfAll('all') : pace
  }
  return {
    readMap: async () => ok({ layers: [...(tiles?.layers ?? [])], geocoder: geocoders !== undefined }),

    async readTile({ user, params: { layer, ...place }, query }) {
      if (tiles === undefined) return refuse('connector.not-configured')
      const pace = query.download === undefined ? tilesPace(user.id) : download(layer, user.id)
      if (!pace.ok) return pace
      return serveMapTile(tiles, layer, place)
    },

    async searchAddress({ user, query: { q, municipality } }) {
      const pace = geocodePace(user.id)
      if (!pace.ok) return pace
      const result = await selectGeocoder(store, geocoders, placeAsked(user, municipality))
      return result.ok ? result.value.geocoder.search(q, result.value.near) : result
    },

    async findAddress({ user, query: { municipality, ...point } }) {
      const pace = geocodePace(user.id)
      if (!pace.ok) return pace
      const result = await selectGeocoder(store, geocoders, placeAsked(user, municipality))
      return result.ok ? result.value.geocoder.addressOf(point) : result
    },
  } satisfies PartialHandlers
}

/**
 * The municipality in which an address is searched: the form's if the caller works there or is an administrator, else
 * the caller's. Street names repeat between towns.
 */
function placeAsked(user: User, ofForm: MunicipalityPath | undefined): MunicipalityPath {
  if (ofForm === undefined) return user.municipalityPath
  const isOwn = user.roles[0] === 'ROLE_ADMIN' || municipalitiesOf(actorOfUser(user)).includes(ofForm)
  return isOwn ? ofForm : user.municipalityPath
}
