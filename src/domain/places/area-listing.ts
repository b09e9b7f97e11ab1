import type { Area } from './documents/location.ts'
import { normaliseForSearch } from '../search/normalise-for-search.ts'
import { termsOfParts } from '../search/terms.ts'

/**
 * Fields for sorting and filtering lists of areas: the name as people sort it; the municipality, and parts of words,
 * in one list (`domain/users/listing.ts` says why).
 */
export function listingOfArea({ nombre, municipalityPath }: Area): {
  readonly name: string
  readonly terms: readonly string[]
} {
  return { name: normaliseForSearch(nombre), terms: [municipalityPath, ...termsOfParts([nombre])] }
}
