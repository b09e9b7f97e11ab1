import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { isAnswerWithinRestriction } from '#domain/integrations/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import { isUnpaid } from '#domain/payments/index.ts'
import { municipalityOfDocument, type Municipality } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  ok,
  refuse,
  toInstant,
  getCountry,
  type MunicipalityPath,
  type Result,
  type AnswerId,
} from '#domain/kernel/index.ts'
import { type Identifier, detectTileType } from '#domain/maps/index.ts'
import type { Agendas, BookingCode } from '#domain/templates/index.ts'
import { findOwnAnswer } from '../../citizens/own-answers.ts'
import { buildAddressRateLimits } from '../../limits/by-address.ts'
import type { SessionGuard } from '../../sessions/guard.ts'
import type { Core } from '../../context.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import type { Store } from '../../ports.ts'
import { isSignatureValid, computeSignature } from '../../signing.ts'
import { keys, unitForKeys } from '#domain/store/index.ts'
import { buildAgendasWrite, buildIncidentTypeWrite } from '#domain/templates/judge/index.ts'

/** Handlers for the server's time, and for calls to other systems when editing forms, choosing assets and booking. */
export function createConnectorHandlers(core: Core, guard: SessionGuard) {
  const { store, clock, connectors } = core.ports
  const iconsPace = createMemoryRateLimit(clock, core.tuning.tilesBurst, core.tuning.tilesInterval)
  const identifiersPace = createMemoryRateLimit(clock, core.tuning.geocodeBurst, core.tuning.geocodeInterval)
  return {
    getTurneroEncryptCode: ({ body: { answerId }, ...asking }) => createBookingCode(core, guard, answerId, asking),

    getServerTime: async () => ok({ serverTime: toInstant(clock()) }),

    async getMuniCoreAreas({ user, body: { username, municipality } }) {
      const system = await findSystem(store, user, username, municipality)
      if (!system.ok) return system
      return connectors?.municipalSystem === undefined
        ? refuse('connector.not-configured')
        : connectors.municipalSystem.areas(username, system.value.usarAWS)
    },

    async getIdentifiers({ user, body: { municipality, ...wanted } }) {
      const pace = identifiersPace(user.id)
      if (!pace.ok) return pace
      const system = await findSystem(store, user, wanted.username, municipality)
      if (!system.ok) return system
      if (connectors?.municipalSystem === undefined) return refuse('connector.not-configured')
      const foundResult = await connectors.municipalSystem.identifiers(wanted, system.value.usarAWS)
      if (!foundResult.ok) return foundResult
      const result = await Promise.all(foundResult.value.map((asset) => withIcon(core, user, asset)))
      return ok({ status: 'ok', result })
    },

    async readIdentifierIcon({ user, query: { url, signature } }) {
      const pace = iconsPace(user.id)
      if (!pace.ok) return pace
      if (connectors?.images === undefined) return refuse('connector.not-configured')
      // Fetches only URLs that the management system returned to this account.
      if (!(await isSignatureValid(core.ports, buildIconText(user, url), signature))) return refuse('file.missing')
      const icon = await connectors.images(url)
      if (!icon.ok) return icon
      const type = detectTileType(icon.value)
      return type === undefined
        ? refuse('file.missing')
        : new Response(icon.value, { headers: { 'content-type': type, 'cache-control': 'private, max-age=86400' } })
    },

    async getIdentifierDataById({ user, body: { municipality, ...wanted } }) {
      const pace = identifiersPace(user.id)
      if (!pace.ok) return pace
      const system = await findSystem(store, user, wanted.username, municipality)
      if (!system.ok) return system
      if (connectors?.municipalSystem === undefined) return refuse('connector.not-configured')
      const result = await connectors.municipalSystem.identifier(wanted, system.value.usarAWS)
      return result.ok ? ok({ status: 'ok', result: result.value }) : result
    },

    /** Creates an incident type and stores it, because a form may only name stored types (`findExternalProblems`). */
    async createTipoIncidencia({ user, body: { municipality, ...wanted } }) {
      const system = await findSystem(store, user, wanted.muniCoreUsername, municipality)
      if (!system.ok) return system
      if (connectors?.municipalSystem === undefined) return refuse('connector.not-configured')
      const { path, usarAWS } = system.value
      const type = await connectors.municipalSystem.createIncidentType(wanted, usarAWS)
      if (!type.ok) return type
      const newWrite = buildIncidentTypeWrite(path, {
        id: type.value,
        areaId: wanted.muniCoreAreaId,
        username: wanted.muniCoreUsername.toLowerCase(),
      })
      await store.commit(unitForKeys([], () => ({ result: true, writes: [newWrite] })))
      return ok({ result: true, id: type.value })
    },

    /**
     * Agendas of a municipality of the caller, or of any municipality for administrators. Stores the agendas, because
     * forms refer to them.
     */
    async getTurneroGroupProcedure({ user, body: { municipalityId } }) {
      const ownMunicipalityPaths = municipalitiesOf(actorOfUser(user))
      const everywhere = user.roles[0] === 'ROLE_ADMIN'
      const entries = await store.query({
        collection: 'municipios',
        where: { idMuniCore: municipalityId },
        limit: MAX_DUPLICATES,
      })
      const meant = entries
        .map(({ document }) => document.path)
        .filter((path) => everywhere || ownMunicipalityPaths.includes(path))
      if (meant.length === 0 && !everywhere) {
        const knownDocuments = await store.getMany(ownMunicipalityPaths.map(keys.municipality))
        const isLinked = ownMunicipalityPaths.some(
          (path) => knownDocuments.get(keys.municipality(path))?.idMuniCore !== undefined,
        )
        return refuse(isLinked ? 'access.forbidden' : 'connector.municipality-not-linked')
      }
      if (connectors?.booking === undefined) return refuse('connector.not-configured')
      const agendas = await connectors.booking.agendas(municipalityId)
      if (agendas.ok) await storeAgendas(store, meant, agendas.value)
      return agendas
    },
  } satisfies PartialHandlers
}

/** Maximum municipalities with the same id in the management system. */
const MAX_DUPLICATES = 20

async function storeAgendas(
  store: Store,
  municipalities: readonly MunicipalityPath[],
  agendas: Agendas,
): Promise<void> {
  const writes = municipalities.map((path) => buildAgendasWrite(path, agendas))
  const hasChanged = (before: unknown): boolean => JSON.stringify(before) !== JSON.stringify(agendas)
  await store.commit(
    unitForKeys(
      writes.map(({ key }) => key),
      (documents) => ({ result: true, writes: writes.filter(({ key }) => hasChanged(documents.get(key))) }),
    ),
  )
}

/**
 * The municipality whose system is called: the form's, which must be one of the caller's, or else that of the user with
 * this username. The username is the caller's, or that of a user whom the caller may see, because a form keeps the
 * username for its incidents when others edit it.
 */
async function findSystem(
  store: Store,
  user: User,
  username: string,
  ofForm: MunicipalityPath | undefined,
): Promise<Result<Municipality>> {
  const name = username.toLowerCase()
  const namedUser = name === user.userMuniCore ? user : await findUser(store, name)
  if (namedUser === undefined || (namedUser !== user && !maySeeUser(user, namedUser))) return refuse('access.forbidden')
  if (ofForm !== undefined && user.roles[0] !== 'ROLE_ADMIN' && !municipalitiesOf(actorOfUser(user)).includes(ofForm))
    return refuse('access.forbidden')
  const municipality = await store.get(keys.municipality(ofForm ?? namedUser.municipalityPath))
  return municipality?.idMuniCore === undefined ? refuse('connector.municipality-not-linked') : ok(municipality)
}

async function findUser(store: Store, name: string): Promise<User | undefined> {
  const [entry] = await store.query({ collection: 'usuarios', where: { userMuniCore: name }, limit: 1 })
  return entry?.document
}

function maySeeUser(user: User, otherUser: User): boolean {
  const actor = actorOfUser(user)
  return (
    can(actor, 'read', { kind: 'usuario', document: otherUser }) ||
    can(actor, 'read', { kind: 'usuario_municipio', document: otherUser })
  )
}

/** The asset, with the icon's URL replaced by one on our server, if icons can be fetched. */
async function withIcon({ ports }: Core, user: User, { iconoUrl = '', ...asset }: Identifier): Promise<Identifier> {
  if (iconoUrl === '' || ports.connectors?.images === undefined) return asset
  const query = new URLSearchParams({
    url: iconoUrl,
    signature: await computeSignature(ports, buildIconText(user, iconoUrl)),
  })
  return { ...asset, iconoUrl: `/api/identifiers/icon?${query.toString()}` }
}

/** Text to sign. Contains the account, and a prefix that no other signed text has. */
function buildIconText({ id }: User, url: string): string {
  return `identifier-icon\n${id}\n${url}`
}

type BookingCodeRequest = { readonly request: Request; readonly address?: string | undefined }

/**
 * Handles `getTurneroEncryptCode`: returns the code that opens the booking page. For an answer to a public form its id
 * is enough, which is 128 random bits from the author's device. Any other answer needs the right to read it, or the
 * session of its citizen; otherwise answer.missing.
 * Also refuses with request.too-many, payment.unpaid, connector.not-configured, connector.municipality-not-linked and
 * booking.failed.
 */
async function createBookingCode(
  core: Core,
  guard: SessionGuard,
  id: AnswerId,
  asking: BookingCodeRequest,
): Promise<Result<BookingCode>> {
  const { store, connectors } = core.ports
  const result = await spendBookingLimit(core, asking.address)
  if (!result.ok) return result
  const answer = await store.get(keys.answer(id))
  const isTheirs =
    answer !== undefined && ((await isOpen(core, answer)) || (await mayReadAnswer(core, guard, asking, answer)))
  const { appointmentGroup } = answer ?? {}
  if (!isTheirs || appointmentGroup === undefined || !answer.opcionales.addAppointment) return refuse('answer.missing')
  if (isUnpaid(answer)) return refuse('payment.unpaid')
  const place = await store.get(keys.municipality(municipalityOfDocument(answer)))
  if (place?.idMuniCore === undefined) return refuse('connector.municipality-not-linked')
  const booking = connectors?.booking
  if (booking?.page === undefined) return refuse('connector.not-configured')
  const { tenantUniqueName: tenant } = appointmentGroup
  const code = await booking.encrypt({ answer: id, tenant, municipalityId: place.idMuniCore })
  if (!code.ok) return code
  const version = await store.get(keys.templateVersion(answer.idPlantilla, answer.templateVersion))
  const agenda = version?.appointmentGroup?.appointmentData
  return ok({
    data: code.value,
    url: buildBookingLink(booking.page, { code: code.value, tenant, formData: buildBookingData(answer, agenda) }),
  })
}

/** Form data for the booking page, as JSON. Includes citizen and cloud, which our own page's URL does not have. */
function buildBookingData(answer: Answer, agenda: { readonly id: string; readonly name: string } | undefined): string {
  return JSON.stringify({
    respuesta: answer.codigoMunicipio,
    formulario: answer.titulo,
    ...(agenda === undefined ? {} : { agenda }),
    ...(answer.datosCiudadano?.id === undefined ? {} : { citizenId: answer.datosCiudadano.id }),
    useAWS: answer.muniCore?.usarAWS === true,
  })
}

function buildBookingLink(page: string, facts: Readonly<Record<string, string>>): string {
  const url = new URL(page)
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value)
  return url.href
}

/** True for a public form whose municipality and country are not blocked. */
async function isOpen({ ports }: Core, { opcionales, ...answer }: Answer): Promise<boolean> {
  if (!opcionales.publico) return false
  const path = municipalityOfDocument(answer)
  const [place, country] = await Promise.all([
    ports.store.get(keys.municipality(path)),
    ports.store.get(getCountry(path)),
  ])
  return place?.inhabilitado === false && country?.['inhabilitado'] === false
}

async function mayReadAnswer(
  { ports }: Core,
  guard: SessionGuard,
  { request }: BookingCodeRequest,
  document: Answer,
): Promise<boolean> {
  const staff = await guard.staff(request)
  if (staff.ok) {
    const { user, live } = staff.value
    const isWithin = live.token === undefined || isAnswerWithinRestriction(live.token, document)
    return isWithin && can(actorOfUser(user), 'read', { kind: 'respuesta', document })
  }
  const visit = await guard.citizen(request)
  return visit.ok && (await findOwnAnswer(ports.store, visit.value, document.id)).ok
}

/** Counts requests for codes from one network address. Refuses with request.too-many. */
async function spendBookingLimit({ ports, tuning }: Core, address: string | undefined): Promise<Result<true>> {
  const limit = { burst: tuning.bookingBurst, interval: tuning.bookingInterval }
  const measures = await buildAddressRateLimits('booking', address, limit)
  return measures.length === 0 ? ok(true) : ports.store.commit(addCostsUnit(measures, ports.clock()))
}
