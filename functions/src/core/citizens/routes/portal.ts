import type { z } from 'zod'
import { actorOfUser, can } from '#domain/access/index.ts'
import type { HeldAnswer } from '#domain/answers/index.ts'
import {
  MAX_OWN_ANSWERS,
  type OwnAnswerListItem,
  type OwnHeldListItem,
  type ownAnswersSchema,
  type CitizenScope,
  type PortalCitizen,
  type citizenLoginReplySchema,
  type citizenLoginSchema,
} from '#domain/citizens/index.ts'
import { municipalityOfDocument, resolveSettings, type Municipality } from '#domain/places/index.ts'
import { logActionUnit } from '#domain/audit/index.ts'
import {
  CITIZEN_IDLE_TIMEOUT_MS,
  endCitizenSessionUnit,
  startCitizenSessionUnit,
  buildCitizenSession,
} from '#domain/citizens/judge.ts'
import { ok, refuse, toInstant, type Result, type TemplateId, type MunicipalityPath } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { findAnswerFileByHash } from '../../answers/file-named.ts'
import { serveFile } from '../../answers/serve-file.ts'
import type { Core } from '../../context.ts'
import { sha256Hex } from '../../http/digest.ts'
import { buildRefusalResponseForCode } from '../../http/problems.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { createAddressRateLimit } from '../../limits/by-address.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { findSupportedJobs } from '../../jobs/handlers.ts'
import type { PortalLogin } from '../../portal-login-port.ts'
import type { Store } from '../../ports.ts'
import { readFormForCitizen, issuePermit } from '../permits.ts'
import { createCitizenLink, isCitizenLink, readCitizenLink } from '../links.ts'
import { findOwnAnswer, readCitizenAnswer, withdrawAnswer } from '../own-answers.ts'
import {
  buildCitizenVisit,
  deriveCitizenAuthor,
  createCitizenSessionToken,
  requireOpenMunicipality,
  type LiveCitizenSession,
} from '../visits.ts'

/**
 * Maximum answers read for one citizen. All must be read to find the newest, because the index has no order by time.
 */
const MAX_EXAMINED = 2_000
/** Maximum forms whose translated titles are looked up for one list. */
const MAX_FORMS = 30

/**
 * This citizen's newest answers, and held answers sent by their devices. Refuses with access.forbidden if the session
 * covers a single answer.
 */
async function listCitizenAnswers(
  store: Store,
  visit: LiveCitizenSession,
): Promise<Result<z.output<typeof ownAnswersSchema>>> {
  if (visit.session.scope.kind !== 'own') return refuse('access.forbidden')
  const [own, held] = await Promise.all([listStoredAnswers(store, visit), readOwnHeld(store, visit)])
  const answers = own.slice(0, MAX_OWN_ANSWERS)
  const titles = await readFormTitles(store, [...answers, ...held])
  const hidden = resolveSettings(visit.municipality).codeHidden ? { codigoMunicipio: '' } : {}
  return ok({
    answers: answers.map(({ form, line }) => ({ ...line, ...titles(form, line.titulo), ...hidden })),
    held: held.map(({ form, line }) => ({ ...line, ...titles(form, line.titulo) })),
    more: own.length > MAX_OWN_ANSWERS,
  })
}

type Listed<Line> = { readonly form: TemplateId; readonly line: Line }

async function listStoredAnswers(
  store: Store,
  { actor }: LiveCitizenSession,
): Promise<readonly Listed<OwnAnswerListItem>[]> {
  const query = {
    collection: 'respuestas_formularios',
    where: { 'datosCiudadano.id': actor.citizenId },
    summaries: true,
  } as const
  const few = await store.query({ ...query, limit: MAX_OWN_ANSWERS + 1 })
  // The query is in the order of ids, which are unrelated to age, so the newest are found by reading more.
  const entries = few.length > MAX_OWN_ANSWERS ? await store.query({ ...query, limit: MAX_EXAMINED }) : few
  return entries
    .map(({ document }) => document)
    .filter((document) => can(actor, 'read', { kind: 'respuesta', document }))
    .map(({ idPlantilla, titulo, summary, request }) => {
      const { id, codigoMunicipio, fechaCreacion, lastUpdate, estado } = summary
      const facts = { id, titulo, codigoMunicipio, fechaCreacion, lastUpdate, estado }
      const ended = request === 'approved' ? ({ ended: true } as const) : {}
      return { form: idPlantilla, line: { ...facts, status: request ?? 'approved', ...ended } }
    })
    .toSorted((a, b) => compareNewestFirst(a.line, b.line))
}

/**
 * Held answers sent from the citizen's devices. Reads the author's changes in order, oldest first, because no index
 * lists held answers by author.
 */
async function readOwnHeld(store: Store, { session }: LiveCitizenSession): Promise<readonly Listed<OwnHeldListItem>[]> {
  const followed = { collection: 'held', field: 'answer.authorId', values: [session.author] } as const
  const lines: Listed<OwnHeldListItem>[] = []
  let after = 0
  for (let read = 0; read < MAX_EXAMINED; read += MAX_OWN_ANSWERS) {
    const { entries, position, more } = await store.changes({ ...followed, after, limit: MAX_OWN_ANSWERS })
    lines.push(...entries.flatMap(({ document }) => (document === undefined ? [] : toHeldLines(document))))
    if (!more) break
    after = position
  }
  return lines.toSorted((a, b) => compareNewestFirst(a.line, b.line)).slice(0, MAX_OWN_ANSWERS)
}

function toHeldLines({ answer, reason, outcome }: HeldAnswer): readonly Listed<OwnHeldListItem>[] {
  if (outcome.kind === 'accepted') return []
  const { id, titulo, fechaCreacion, idPlantilla } = answer
  const discarded = outcome.kind === 'discarded' ? outcome.reason : null
  return [{ form: idPlantilla, line: { id, titulo, fechaCreacion, reason, discarded } }]
}

function compareNewestFirst(a: { readonly fechaCreacion: string }, b: { readonly fechaCreacion: string }): number {
  return b.fechaCreacion.localeCompare(a.fechaCreacion)
}

/**
 * Looks up translated titles. A summary stores the title in one language; the form's translations apply only while the
 * form still has that title.
 */
async function readFormTitles(
  store: Store,
  lines: readonly Listed<unknown>[],
): Promise<(form: TemplateId, titulo: string) => Readonly<Record<string, string>>> {
  const forms = [...new Set(lines.map(({ form }) => form))].slice(0, MAX_FORMS)
  const documents = await store.getMany(forms.map((form) => keys.template(form)))
  const known = new Map(forms.map((form) => [form, documents.get(keys.template(form))]))
  return (form, titulo) => {
    const template = known.get(form)
    return template?.titulo === titulo ? pickAlternativeTitles(template) : {}
  }
}

function pickAlternativeTitles(template: FormTemplate): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(template).filter(([name]) => name.startsWith('tituloAlternativeLanguage_')),
  ) as Readonly<Record<string, string>>
}

/**
 * Rate limit of logins from one network address; `interval` is in milliseconds. Limited because each login calls the
 * portal, but generous because all computers of a town hall may share an address.
 */
const LOGINS = { burst: 30, interval: 2_000 }
/** Rate limit of all logins together, to protect the portal. */
const TOTAL_LOGINS = { burst: 600, interval: 50 }
/** Rate limit of one citizen's reads of forms, lists and answers, and of their permits. Files are not limited. */
const READS = { burst: 240, interval: 500 }

/** Handlers of the citizen portal (part 3, points 2 and 7). */
export function createPortalHandlers(core: Core) {
  const { store, clock, files } = core.ports
  const logins = createAddressRateLimit(clock, LOGINS)
  const loginsOfAll = createMemoryRateLimit(clock, TOTAL_LOGINS.burst, TOTAL_LOGINS.interval)
  const reads = createMemoryRateLimit(clock, READS.burst, READS.interval)
  return {
    async getCitizenLoginWithOaToken({ body, address }) {
      const limitResult = logins(address)
      if (!limitResult.ok) return limitResult
      if (!loginsOfAll('all').ok) return refuse('server.busy', { seconds: 5 })
      const entered = await logInCitizen(core, body)
      // The token is not logged.
      const from = address ?? ''
      if (entered.ok) core.ports.log.info('citizen.entered', { account: entered.value.visit.author, from })
      else core.ports.log.info('citizen.refused', { why: entered.problem.code, from })
      return entered
    },

    async getCitizenOAToken({ user, body: { citizenId, respuesta }, address }) {
      const answer = await store.get(keys.answer(respuesta))
      const may = answer !== undefined && can(actorOfUser(user), 'correct', { kind: 'respuesta', document: answer })
      if (answer === undefined || !may || answer.datosCiudadano?.id !== citizenId) return refuse('answer.missing')
      const valor = await createCitizenLink(core.ports, answer)
      if (valor === undefined) return refuse('answer.nothing-asked')
      const [target, municipality] = [keys.answer(respuesta), municipalityOfDocument(answer)]
      const act = { action: 'citizen.link-made', target, by: user, from: address, municipality } as const
      await store.commit(logActionUnit(act, toInstant(clock())))
      return ok({ valor })
    },

    readCitizenVisit: async ({ visit }) =>
      ok(buildCitizenVisit(visit.session, visit.municipality, clock(), CITIZEN_IDLE_TIMEOUT_MS)),

    async endCitizenVisit({ visit }) {
      await store.commit(endCitizenSessionUnit(visit.key))
      return ok(null)
    },

    async readCitizenForm({ visit, params }) {
      const limitResult = reads(visit.session.author)
      return limitResult.ok ? readFormForCitizen(store, params.id, visit) : limitResult
    },

    async givePermit({ visit, body }) {
      const limitResult = reads(visit.session.author)
      return limitResult.ok ? issuePermit(core, visit, body) : limitResult
    },

    async listOwnAnswers({ visit }) {
      const limitResult = reads(visit.session.author)
      return limitResult.ok ? listCitizenAnswers(store, visit) : limitResult
    },

    async readOwnAnswer({ visit, params }) {
      const limitResult = reads(visit.session.author)
      return limitResult.ok ? readCitizenAnswer(core.ports, visit, params.id) : limitResult
    },

    async readOwnAnswerFile({ visit, params, request }) {
      const answer = await findOwnAnswer(store, visit, params.id)
      if (!answer.ok) return answer
      const file = findAnswerFileByHash(answer.value, params.sha256)
      return file === undefined ? buildRefusalResponseForCode('file.missing') : serveFile(files, file, request)
    },

    withdrawOwnAnswer: ({ visit, params, body }) =>
      withdrawAnswer(core, visit, { id: params.id, version: body.version }, findSupportedJobs(core.ports.connectors)),
  } satisfies PartialHandlers
}

type LoginRequest = z.output<typeof citizenLoginSchema>
type LoginReply = z.output<typeof citizenLoginReplySchema>
type Entrant = { readonly citizen: PortalCitizen; readonly scope: CitizenScope }

/**
 * Logs a citizen in with a token of the portal, which only identifies them, or with a link of ours. Both work once; a
 * used token or link is refused before the portal is asked. Every invalid token (forged, expired, used, another
 * citizen's) gets the same refusal. Refuses with portal.login-failed, portal.unreachable (the token stays valid),
 * connector.not-configured, municipality.blocked and country.blocked.
 */
async function logInCitizen(core: Core, request: LoginRequest): Promise<Result<LoginReply>> {
  const { store, clock } = core.ports
  const token = keys.usedToken(await sha256Hex(`citizen-token ${request.token}`))
  const attempt = await sha256Hex(request.attempt)
  const knownToken = await store.get(token)
  // A retry of the same attempt is answered from our record, because the portal accepts a token only once.
  const secondSession =
    knownToken === undefined || knownToken.attempt !== attempt ? undefined : await store.get(knownToken.usedBy)
  if (knownToken !== undefined && secondSession === undefined) return refuse('portal.login-failed')
  const entrant = secondSession === undefined ? await authenticateEntrant(core, request) : ok<Entrant>(secondSession)
  if (!entrant.ok) return entrant
  const { citizen, scope } = entrant.value
  const place = await requireOpenMunicipality(store, citizen.municipality)
  if (!place.ok) return place
  const { bearer, key } = await createCitizenSessionToken(core)
  const author = await deriveCitizenAuthor(citizen.municipality, citizen.id)
  const now = clock()
  const session = buildCitizenSession({ author, citizen, scope }, toInstant(now))
  const entered = await store.commit(startCitizenSessionUnit({ token, attempt, key, session }, toInstant(now)))
  if (!entered.ok) return entered
  const { id, nombre, apellido, dni, username } = citizen
  const visit = buildCitizenVisit(session, place.value, now, CITIZEN_IDLE_TIMEOUT_MS)
  return ok({ code: 200, id, nombre, apellido, dni, username, session: bearer, visit })
}

async function authenticateEntrant(core: Core, { token, form }: LoginRequest): Promise<Result<Entrant>> {
  if (isCitizenLink(token)) return readCitizenLink(core, token)
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
 * The municipality that the portal names. If it names none, the installation must have only one that is linked, because
 * citizens' ids are unique only within a municipality.
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
