import { isCitizenLink } from './links.ts'
import type {
  CitizenScope,
  PortalCitizen,
  citizenLoginReplySchema,
  citizenLoginSchema,
} from '#domain/citizens/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import { CITIZEN_SESSION_MS, startCitizenSessionUnit, newCitizenSession } from '#domain/citizens/judge.ts'
import { ok, refuse, toInstant, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { z } from 'zod'
import type { Core } from '../context.ts'
import { sha256Hex } from '../http/digest.ts'
import type { Store } from '../ports.ts'
import type { PortalLogin } from '../portal-login-port.ts'
import { readLink } from './links.ts'
import { deriveCitizenAuthor, newBearer, requireOpenMunicipality, visitReply } from './visits.ts'

type LoginRequest = z.output<typeof citizenLoginSchema>
type LoginReply = z.output<typeof citizenLoginReplySchema>
type Entrant = { readonly citizen: PortalCitizen; readonly scope: CitizenScope }

/**
 * Logs a citizen in with a token of the portal, which only identifies them, or with a link of ours. Both work once; a
 * used one is refused before the portal is asked. Every invalid token (forged, expired, used, another citizen's) gets
 * the same refusal. Refuses with portal.login-failed, portal.unreachable (the token stays valid),
 * connector.not-configured, municipality.blocked and country.blocked.
 */
export async function logInCitizen(core: Core, asked: LoginRequest): Promise<Result<LoginReply>> {
  const { store, clock } = core.ports
  const token = keys.usedToken(await sha256Hex(`citizen-token ${asked.token}`))
  const attempt = await sha256Hex(asked.attempt)
  const known = await store.get(token)
  // A retry of the same attempt is answered from our record, because the portal accepts a token only once.
  const again = known === undefined || known.attempt !== attempt ? undefined : await store.get(known.usedBy)
  if (known !== undefined && again === undefined) return refuse('portal.login-failed')
  const entrant = again === undefined ? await authenticateEntrant(core, asked) : ok<Entrant>(again)
  if (!entrant.ok) return entrant
  const { citizen, scope } = entrant.value
  const place = await requireOpenMunicipality(store, citizen.municipality)
  if (!place.ok) return place
  const { bearer, key } = await newBearer(core)
  const author = await deriveCitizenAuthor(citizen.municipality, citizen.id)
  const now = clock()
  const session = newCitizenSession({ author, citizen, scope }, toInstant(now))
  const entered = await store.commit(startCitizenSessionUnit({ token, attempt, key, session }, toInstant(now)))
  if (!entered.ok) return entered
  const { id, nombre, apellido, dni, username } = citizen
  const visit = visitReply(session, place.value, now, CITIZEN_SESSION_MS)
  return ok({ code: 200, id, nombre, apellido, dni, username, session: bearer, visit })
}

async function authenticateEntrant(core: Core, { token, form }: LoginRequest): Promise<Result<Entrant>> {
  if (isCitizenLink(token)) return readLink(core, token)
  const login = core.ports.connectors?.citizenLogin
  if (login === undefined) return refuse('connector.not-configured')
  const loggedIn = await login(token)
  if (!loggedIn.ok) return loggedIn
  const municipality = await findNamedMunicipality(core.ports.store, loggedIn.value)
  if (municipality === undefined) return refuse('portal.login-failed')
  const { id, nombre, apellido, dni, username, record } = loggedIn.value
  const scope: CitizenScope =
    record === undefined || form === undefined ? { kind: 'own' } : { kind: 'own', record: { id: record, form } }
  return ok({ citizen: { id, nombre, apellido, dni, username, municipality }, scope })
}

/**
 * The municipality that the portal names. If it names none, the installation must have only one, because citizens' ids
 * are unique only within a municipality.
 */
async function findNamedMunicipality(
  store: Store,
  { municipality }: PortalLogin,
): Promise<MunicipalityPath | undefined> {
  const found = await store.query({
    collection: 'municipios',
    ...(municipality === undefined
      ? { order: { field: 'idMuniCore', descending: false } }
      : { where: { idMuniCore: municipality } }),
    limit: 2,
  })
  const [only, another] = found
  return only === undefined || another !== undefined ? undefined : (only.document as Municipality).path
}
