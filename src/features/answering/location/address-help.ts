import type { RequestOutcome } from '#domain/endpoints/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import type { FoundAddress, AddressMatches } from '#domain/maps/index.ts'

/** Access to address search. Must be the same object on each render, as effects depend on it. */
export type AddressHelp = {
  search(q: string): Promise<RequestOutcome<AddressMatches>>
  addressOf(point: LatLng): Promise<RequestOutcome<FoundAddress>>
}

/** A point as query parameters of the address endpoints. */
export function toPointQuery({ latitude, longitude }: LatLng): {
  readonly latitude: string
  readonly longitude: string
} {
  return { latitude: String(latitude), longitude: String(longitude) }
}
