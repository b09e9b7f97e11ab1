import type { Country, Municipality, Province } from '../documents/location.ts'
import { keys, set, type FoundDocuments, type Write } from '../../store/index.ts'

/**
 * Snapshot of all places. Units cannot search by name, so the snapshot is valid only while no place was created or
 * renamed (`revision`).
 */
export type PlaceRegister = {
  readonly revision: number
  readonly countries: readonly Country[]
  readonly provinces: readonly Province[]
  readonly municipalities: readonly Municipality[]
}

export function readRevision(documents: FoundDocuments): number {
  return documents.get(keys.placesRevision)?.count ?? 0
}

/** Checks whether the snapshot is still current; otherwise search again. */
export function isRegisterCurrent({ revision }: PlaceRegister, documents: FoundDocuments): boolean {
  return readRevision(documents) === revision
}

/** Increments the revision; required with each place that is created, renamed or gets another key. */
export function nextRevision({ revision }: PlaceRegister): Write {
  return set(keys.placesRevision, { count: revision + 1 })
}
