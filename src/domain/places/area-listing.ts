import type { Area } from './documents/location.ts'
import { normaliseForSearch } from '../search/normalise-for-search.ts'
import { buildPartTerms } from '../search/terms.ts'

/**
 * Fields for sorting and filtering lists of areas: the name, normalised for sorting, and the search terms. The
 * municipality and the parts of words are in one list of terms, for the reason given in `domain/users/listing.ts`.
 */
export function buildAreaListing({ nombre, municipalityPath }: Area): {
  readonly name: string
  readonly terms: readonly string[]
} {
  return { name: normaliseForSearch(nombre), terms: [municipalityPath, ...buildPartTerms([nombre])] }
}
