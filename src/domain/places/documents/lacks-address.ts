import { getVisibleText } from '../../kernel/visible-text.ts'
import type { LatLng, Location } from './location.ts'

/** Checks whether a point has no address, because it was chosen offline. The server looks it up on arrival. */
export function lacksAddress(
  location: Location | null | undefined,
): location is Location & { readonly latlng: LatLng } {
  return location?.latlng !== undefined && getVisibleText(location.direccion) === ''
}
