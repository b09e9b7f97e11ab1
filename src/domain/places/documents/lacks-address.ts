import { visibleText } from '../../kernel/visible-text.ts'
import type { LatLng, Location } from './location.ts'

/** A point without a network has no address: the server looks it up when it arrives. */
export function lacksAddress(
  location: Location | null | undefined,
): location is Location & { readonly latlng: LatLng } {
  return location?.latlng !== undefined && visibleText(location.direccion) === ''
}
