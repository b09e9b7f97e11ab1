import type { Country, Municipality, Province } from '../documents/location.ts'
import { keys, set, type FoundDocuments, type Write } from '../../store/index.ts'

/**
 * Snapshot of all places. Units cannot search by name, so they use this snapshot. It is valid only until a province or
 * municipality is created, or its facts change (`revision`).
 */
export type PlaceRegister = {
  readonly revision: number
  readonly countries: readonly Country[]
  readonly provinces: readonly Province[]
  readonly municipalities: readonly Municipality[]
}

export function readPlacesRevision(documents: FoundDocuments): number {
  return documents.get(keys.placesRevision)?.count ?? 0
}

/** Checks whether the snapshot is still current. Otherwise it must be read again. */
export function isRegisterCurrent({ revision }: PlaceRegister, documents: FoundDocuments): boolean {
  return readPlacesRevision(documents) === revision
}

/** Increments the revision. Required in each commit that creates a province or municipality, or changes its facts. */
export function buildPlacesRevisionWrite({ revision }: PlaceRegister): Write {
  return set(keys.placesRevision, { count: revision + 1 })
}
