import { getVisibleText } from '../../kernel/visible-text.ts'
import type { LatLng, Location } from './location.ts'

/**
 * Checks whether a location has a point without an address, such as a point chosen offline. The server then looks up
 * the address.
 */
export function lacksAddress(
  location: Location | null | undefined,
): location is Location & { readonly latlng: LatLng } {
  return location?.latlng !== undefined && getVisibleText(location.direccion) === ''
}
