import { toCitizenActor } from '#domain/answers/judge/index.ts'
import { recordCitizenUseUnit, isCitizenSessionOpen, mustRecordCitizenUse } from '#domain/citizens/judge.ts'
import type { CitizenActor } from '#domain/access/index.ts'
import { type CitizenSession, CITIZEN_HEADER, type CitizenVisit } from '#domain/citizens/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import {
  citizenAuthorSchema,
  getCountry,
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type CitizenId,
  type MunicipalityPath,
  type Result,
} from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import { DiskFullError, type Store } from '../ports.ts'

const BEARER_BYTES = 32
const BEARER_TOKEN = /^[A-Za-z0-9_-]{43}$/
const AUTHOR_DIGITS = 32

/** A logged-in citizen and their session. */
export type LiveCitizenSession = {
  readonly key: Key<CitizenSession>
  readonly session: CitizenSession
  readonly actor: CitizenActor
  readonly municipality: Municipality
}

/** Key of a session. The prefix prevents other hashed secrets from opening a citizen's session. */
async function buildVisitKey(bearer: string): Promise<Key<CitizenSession>> {
  return keys.citizenSession(await sha256Hex(`citizen ${bearer}`))
}

export async function createCitizenSessionToken({
  ports,
}: Pick<Core, 'ports'>): Promise<{ bearer: string; key: Key<CitizenSession> }> {
  const bearer = toBase64Url(ports.random(BEARER_BYTES))
  return { bearer, key: await buildVisitKey(bearer) }
}

/** Author id of a citizen, for their devices' changes and files. */
export async function deriveCitizenAuthor(municipality: MunicipalityPath, id: CitizenId) {
  const digits = (await sha256Hex(`citizen|${municipality}|${id}`)).slice(0, AUTHOR_DIGITS)
  return citizenAuthorSchema.parse(`ciudadano-${digits}`)
}

/**
 * Finds the citizen session of a request by its bearer header. No cookie is used, because a citizen on the same browser
 * must not end a staff session, and Firebase Hosting passes on only one cookie. Refuses with session.required,
 * municipality.blocked and country.blocked.
 */
export function createCitizenSessionFinder({
  ports,
}: Pick<Core, 'ports'>): (request: Request) => Promise<Result<LiveCitizenSession>> {
  const { store, clock } = ports
  return async (request) => {
    const bearer = request.headers.get(CITIZEN_HEADER) ?? ''
    if (!BEARER_TOKEN.test(bearer)) return refuse('session.required')
    const key = await buildVisitKey(bearer)
    const session = await store.get(key)
    const now = toInstant(clock())
    if (!isCitizenSessionOpen(session, now)) return refuse('session.required')
    const place = await requireOpenMunicipality(store, session.citizen.municipality)
    if (!place.ok) return place
    if (mustRecordCitizenUse(session, now)) await noteSessionUse(store, key, now)
    return ok({ key, session, actor: toCitizenActor(session), municipality: place.value })
  }
}

/**
 * The municipality, if it is open. Refuses with country.blocked and municipality.blocked, also when the place no longer
 * exists.
 */
export async function requireOpenMunicipality(store: Store, path: MunicipalityPath): Promise<Result<Municipality>> {
  const documents = await store.getMany([keys.municipality(path), keys.country(getCountry(path))])
  const municipality = documents.get(keys.municipality(path))
  if (documents.get(keys.country(getCountry(path)))?.inhabilitado !== false) return refuse('country.blocked')
  if (municipality === undefined || municipality.inhabilitado) return refuse('municipality.blocked')
  return ok(municipality)
}

/** Records that the session was used. Failures because of a full disk are ignored, so that reading still works. */
async function noteSessionUse(
  store: Store,
  key: Key<CitizenSession>,
  now: ReturnType<typeof toInstant>,
): Promise<void> {
  try {
    await store.commit(recordCitizenUseUnit(key, now))
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
  }
}

/** Facts about the citizen and the session for the device. */
export function buildCitizenVisit(
  { author, citizen, scope, endsAt }: CitizenSession,
  municipality: Municipality,
  now: number,
  rest: number,
): CitizenVisit {
  const { nombre, apellido, username } = citizen
  return {
    nombre,
    apellido,
    username,
    author: citizenAuthorSchema.parse(author),
    municipality: municipality.nombre,
    rest: Math.floor(Math.min(rest, toMilliseconds(endsAt) - now) / 1000),
    ...(scope.kind === 'own' ? {} : { only: scope.answer }),
  }
}
