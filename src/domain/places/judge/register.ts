import type { Country, Municipality, Province } from '../documents/location.ts'
import { keys, set, type Found, type Write } from '../../store/index.ts'

/**
 * All places at one moment. A unit cannot search for a name, so what was found before counts only while no place was
 * made or renamed since (`revision`).
 */
export type Register = {
  readonly revision: number
  readonly countries: readonly Country[]
  readonly provinces: readonly Province[]
  readonly municipalities: readonly Municipality[]
}

export function revisionIn(found: Found): number {
  return found.get(keys.placesRevision)?.count ?? 0
}

/** Whether what was searched is as it was; otherwise it is searched again. */
export function isCurrent({ revision }: Register, found: Found): boolean {
  return revisionIn(found) === revision
}

/** With each place that is made, renamed, or gets another key. */
export function nextRevision({ revision }: Register): Write {
  return set(keys.placesRevision, { count: revision + 1 })
}
