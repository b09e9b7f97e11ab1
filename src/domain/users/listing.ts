import { municipalitiesOf } from '../access/index.ts'
import type { User } from './documents/user.ts'
import type { MunicipalityPath } from '../kernel/paths.ts'
import { termsOfParts } from '../search/terms.ts'

/** What a user is looked for by: name, username and e-mail address. */
export function textsOf({ firstName, lastName, nombre = '', userMuniCore, email }: User): readonly string[] {
  return [firstName, lastName, nombre, userMuniCore, email]
}

/** The municipalities that a user is listed in: their own, and those of their areas. */
export function municipalitiesOfUser({ municipalityPath, areas }: User): readonly MunicipalityPath[] {
  return municipalitiesOf({ municipality: municipalityPath, areas })
}

/**
 * What lists of users are sorted and filtered by, beside the document: texts that are never missing, and `terms`, where
 * municipalities and parts of words share a list: a store with one list filter at a time (Firestore) saves half the
 * indexes.
 */
export function listingOf(user: User): {
  readonly role: string
  readonly updatedAt: string
  readonly terms: readonly string[]
} {
  return {
    role: user.roles[0],
    updatedAt: user.lastUpdate ?? '',
    terms: [...municipalitiesOfUser(user), ...termsOfParts(textsOf(user))],
  }
}
