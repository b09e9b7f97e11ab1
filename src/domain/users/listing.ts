import { municipalitiesOf } from '../access/index.ts'
import type { User } from './documents/user.ts'
import type { MunicipalityPath } from '../kernel/paths.ts'
import { soughtIdNumber } from '../kernel/comparable.ts'
import { termsOfParts } from '../search/terms.ts'

/** What a user is looked for by: name, username, staff number and e-mail address. */
export function textsOf(user: User): readonly string[] {
  const { firstName, lastName, nombre = '', userMuniCore, email } = user
  // Users of earlier releases have no staff number.
  const staffNumber = (user as Partial<User>).inspectorID ?? ''
  const numbers = [userMuniCore, staffNumber].map((text) => soughtIdNumber(text) ?? '')
  return [firstName, lastName, nombre, userMuniCore, staffNumber, email, ...numbers]
}

/** The text that users are looked for by; an ID number as it is compared. */
export function soughtInUsers(typed: string): string {
  return soughtIdNumber(typed) ?? typed
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
