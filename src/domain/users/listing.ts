import { municipalitiesOf } from '../access/index.ts'
import type { User } from './documents/user.ts'
import type { MunicipalityPath } from '../kernel/paths.ts'
import { parseIdNumberSearch } from '../kernel/comparable.ts'
import { buildPartTerms } from '../search/terms.ts'

/** Returns the texts by which a user can be found: names, username, staff number and email address. */
export function listUserSearchTexts(user: User): readonly string[] {
  const { firstName, lastName, nombre = '', userMuniCore, email } = user
  // Users stored by earlier releases may have no staff number.
  const staffNumber = (user as Partial<User>).inspectorID ?? ''
  const numbers = [userMuniCore, staffNumber].map((text) => parseIdNumberSearch(text) ?? '')
  return [firstName, lastName, nombre, userMuniCore, staffNumber, email, ...numbers]
}

/** Normalises a search for users; ID numbers get a comparable form. */
export function normaliseUserSearch(typed: string): string {
  return parseIdNumberSearch(typed) ?? typed
}

/** Returns the municipalities in whose lists a user appears: the user's own, and those of the user's areas. */
export function listUserMunicipalities({ municipalityPath, areas }: User): readonly MunicipalityPath[] {
  return municipalitiesOf({ municipality: municipalityPath, areas })
}

/**
 * Returns the fields for sorting and filtering lists of users; they are never missing. Municipalities and parts of
 * words share the list `terms`, because Firestore allows only one list filter per query, and because one list needs
 * half as many indexes.
 */
export function buildUserListing(user: User): {
  readonly role: string
  readonly updatedAt: string
  readonly terms: readonly string[]
} {
  return {
    role: user.roles[0],
    updatedAt: user.lastUpdate ?? '',
    terms: [...listUserMunicipalities(user), ...buildPartTerms(listUserSearchTexts(user))],
  }
}
