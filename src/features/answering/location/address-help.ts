import type { Outcome } from '#domain/endpoints/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import type { FoundAddress, FoundPlaces } from '#domain/maps/index.ts'

/** Whom addresses are asked of: the same object for as long as it is the same. */
export type AddressHelp = {
  search(q: string): Promise<Outcome<FoundPlaces>>
  addressOf(point: LatLng): Promise<Outcome<FoundAddress>>
}

/** A point as the server's addresses carry it. */
export function pointQuery({ latitude, longitude }: LatLng): { readonly latitude: string; readonly longitude: string } {
  return { latitude: String(latitude), longitude: String(longitude) }
}
