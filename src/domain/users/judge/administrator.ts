import { actorOfUser, mayAdministerPlaces, type Staff } from '../../access/index.ts'
import type { User } from '../documents/user.ts'
import { getCountry, ok, refuse, type ProblemCode, type Refusal, type Result, type UserId } from '../../kernel/index.ts'
import { keys, type Decision, type FoundDocuments, type Key } from '../../store/index.ts'

/** User who makes a request; read in the transaction, so that current permissions apply. */
export type RequestingUser = { readonly user: User; readonly actor: Staff }

export function listRequestingUserKeys(by: UserId, documents: FoundDocuments): readonly Key[] {
  const home = documents.get(keys.user(by))?.municipalityPath
  return [keys.user(by), ...(home === undefined ? [] : [keys.municipality(home), keys.country(getCountry(home))])]
}

/**
 * Loads the user who makes a request. Refuses with session.no-user-record, municipality.blocked and country.blocked.
 * Reads in the transaction, so that two administrators cannot block each other at the same time.
 */
export function loadRequestingUser(documents: FoundDocuments, by: UserId): Result<RequestingUser> {
  const user = documents.get(keys.user(by))
  if (user === undefined) return refuse('session.no-user-record')
  const municipality = documents.get(keys.municipality(user.municipalityPath))
  const country = documents.get(keys.country(getCountry(user.municipalityPath)))
  if (country === undefined || country.inhabilitado) return refuse('country.blocked')
  if (municipality === undefined || municipality.inhabilitado) return refuse('municipality.blocked')
  return ok({ user, actor: actorOfUser(user) })
}

/**
 * Loads an administrator who makes a request. Refuses like `loadRequestingUser`, and with access.forbidden if the user
 * may not administer places.
 */
export function loadAdministrator(documents: FoundDocuments, by: UserId): Result<RequestingUser> {
  const requester = loadRequestingUser(documents, by)
  if (!requester.ok) return requester
  return mayAdministerPlaces(requester.value.actor) ? requester : refuse('access.forbidden')
}

/** Returns a refusal without writes. */
export function buildRefusalDecision(problem: ProblemCode | Refusal): Decision<Refusal> {
  return { result: typeof problem === 'string' ? refuse(problem) : problem, writes: [] }
}
