import { type LatLng, resolveSettings } from '#domain/places/index.ts'
import { refuse, ok, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Connectors, Geocoder, Store } from '../ports.ts'

/**
 * The geocoder chosen by the municipality, or the first configured one, and the municipality's centre. Refuses with
 * connector.not-configured.
 */
export async function selectGeocoder(
  store: Pick<Store, 'get'>,
  geocoders: Connectors['geocoders'],
  path: MunicipalityPath,
): Promise<Result<{ readonly geocoder: Geocoder; readonly near: LatLng | undefined }>> {
  const municipality = await store.get(keys.municipality(path))
  const chosen = resolveSettings(municipality ?? { settings: {} }).geocoder
  const geocoder = geocoders?.[chosen] ?? Object.values(geocoders ?? {})[0]
  return geocoder === undefined ? refuse('connector.not-configured') : ok({ geocoder, near: municipality?.ubicacion })
}
