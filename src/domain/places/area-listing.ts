import type { Area } from '../documents/index.ts'
import { normaliseForSearch, termsOf } from '../search/index.ts'

/** Sorts and filters lists of areas: name; municipality and beginnings of words in one list (`users/listing.ts`). */
export function listingOfArea({ nombre, municipalityPath }: Area): {
  readonly name: string
  readonly terms: readonly string[]
} {
  return { name: normaliseForSearch(nombre), terms: [municipalityPath, ...termsOf([nombre])] }
}
