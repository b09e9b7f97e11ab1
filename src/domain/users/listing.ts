import { municipalitiesOf } from '../access/index.ts'
import type { User } from './documents/user.ts'
import type { MunicipalityPath } from '../kernel/paths.ts'
import { parseIdNumberSearch } from '../kernel/comparable.ts'
import { buildPartTerms } from '../search/terms.ts'

/** Search texts of a user: names, username, staff number and e-mail address. */
export function userSearchTexts(user: User): readonly string[] {
  const { firstName, lastName, nombre = '', userMuniCore, email } = user
  // Users of earlier releases have no staff number.
  const staffNumber = (user as Partial<User>).inspectorID ?? ''
  const numbers = [userMuniCore, staffNumber].map((text) => parseIdNumberSearch(text) ?? '')
  return [firstName, lastName, nombre, userMuniCore, staffNumber, email, ...numbers]
}

/** Search text for users; ID numbers in comparable form. */
export function normaliseUserSearch(typed: string): string {
  return parseIdNumberSearch(typed) ?? typed
}

/** Municipalities that list a user: their own, and those of their areas. */
export function municipalitiesOfUser({ municipalityPath, areas }: User): readonly MunicipalityPath[] {
  return municipalitiesOf({ municipality: municipalityPath, areas })
}

/**
 * Fields for sorting and filtering lists of users, never missing. Municipalities and parts of words share the list
 * `terms`, because Firestore allows one list filter at a time and this halves the number of indexes.
 */
export function buildUserListing(user: User): {
  readonly role: string
  readonly updatedAt: string
  readonly terms: readonly string[]
} {
  return {
    role: user.roles[0],
    updatedAt: user.lastUpdate ?? '',
    terms: [...municipalitiesOfUser(user), ...buildPartTerms(userSearchTexts(user))],
  }
}
