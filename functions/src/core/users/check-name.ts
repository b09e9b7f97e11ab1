import { ok, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { isUsername, normaliseEmail, normaliseUsername, type NewUser } from '#domain/users/index.ts'
import type { Ports, Store } from '../ports.ts'

/**
 * Checks that a username is free. Searches users, because older users have no reserved name. Users created
 * concurrently are found by the commit. Refuses with user.username-invalid and user.exists.
 */
export async function checkUsernameFree(store: Store, typed: string): Promise<Result<string>> {
  const name = normaliseUsername(typed)
  if (!isUsername(name)) return refuse('user.username-invalid')
  const [byName, byOlder] = await Promise.all([
    store.count({ collection: 'usuarios', where: { userMuniCore: name } }),
    store.count({ collection: 'usuarios', where: { lowercase_username: name } }),
  ])
  return byName + byOlder > 0 ? refuse('user.exists') : ok(name)
}

/** Checks that no active user has this e-mail address. Refuses with user.email-taken. */
export async function checkEmailFree(store: Store, typed: string): Promise<Result<null>> {
  const email = normaliseEmail(typed)
  const found = await store.query({ collection: 'usuarios', where: { email }, limit: 20 })
  return found.some(({ document }) => document['deactivatedAt'] === undefined) ? refuse('user.email-taken') : ok(null)
}

/**
 * Checks that the management system knows the username in its municipality. Passes if there is no such system, or the
 * municipality is not linked. Refuses with user.username-invalid, and with user.check-failed when the system did not
 * answer.
 */
async function checkKnownOutside(
  { store, connectors }: Pick<Ports, 'store' | 'connectors'>,
  name: string,
  path: MunicipalityPath,
): Promise<Result<null>> {
  const municipality = await store.get(keys.municipality(path))
  if (municipality?.idMuniCore === undefined || connectors?.municipalSystem === undefined) return ok(null)
  const result = await connectors.municipalSystem.hasUser(name, municipality.idMuniCore, municipality.usarAWS)
  if (!result.ok) return result
  return result.value ? ok(null) : refuse('user.username-invalid')
}

/** Checks a new user's username and e-mail address by searches and an outside call, which a commit cannot do. */
export async function checkNewUserNames(ports: Ports, user: NewUser, path: MunicipalityPath): Promise<Result<null>> {
  const name = await checkUsernameFree(ports.store, user.userMuniCore)
  if (!name.ok) return name
  const email = await checkEmailFree(ports.store, user.email)
  return email.ok ? checkKnownOutside(ports, name.value, path) : email
}
