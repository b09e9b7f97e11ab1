import type { Outcome } from '#domain/endpoints/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import type { FoundAddress, FoundPlaces } from '#domain/maps/index.ts'

/** Access to address search. Must be the same object on each render, as effects depend on it. */
export type AddressHelp = {
  search(q: string): Promise<Outcome<FoundPlaces>>
  addressOf(point: LatLng): Promise<Outcome<FoundAddress>>
}

/** A point as query parameters of the address endpoints. */
export function toPointQuery({ latitude, longitude }: LatLng): {
  readonly latitude: string
  readonly longitude: string
} {
  return { latitude: String(latitude), longitude: String(longitude) }
}
