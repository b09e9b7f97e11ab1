import { isUnchecked } from '../../citizens/registered.ts'
import { movesOf, scopeOfRequest } from '../../corrections/link-scope.ts'
import { openRequestOf } from '../../corrections/request-status.ts'
import { sameParticular } from '../../corrections/particulars.ts'
import { isUnpaid } from '../../payments/entry.ts'
import { set, type Decision, type Found, type Key, type Unit, type Write, keys } from '../../store/index.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import { lacksAddress } from '../../places/documents/lacks-address.ts'
import type { LatLng } from '../../places/documents/location.ts'
import type { LinkScope } from '../../citizens/documents/portal.ts'
import { municipalityOfDocument } from '../../places/documents/areas-of.ts'
import { type AnswerId, type Instant, toInstant, toMilliseconds } from '../../kernel/index.ts'
import { checkOfCitizen, type Job, type JobKind, type JobOf, TOLD_KINDS } from '../jobs.ts'
import { type Cause, causeOf } from './cause-of.ts'
import { messagesOf, webhookKeys } from '../../integrations/judge/webhook-events.ts'

/** The kinds that this server can carry out; the others are not queued. */
export type Effects = ReadonlySet<JobKind>

/**
 * The same unit, whose commit also queues what an answer sets off: an incident when it is new (`isNew`), its citizen
 * when it is new or names another, its address when it has a point without one, what is sent to its citizen and to the
 * portal (`ofRequest`, `ofLetter`), and what webhooks report.
 */
export function withJobs<R>(unit: Unit<R>, effects: Effects, now: Instant): Unit<R> {
  if (effects.size === 0) return unit
  const jobsAfter = (write: Write, cause: Cause | undefined, found: Found): readonly Write[] => {
    if (write.kind !== 'set' || !write.key.startsWith('respuestas_formularios/')) return []
    const answer = write.document as Answer
    return write.key === keys.answer(answer.id)
      ? jobsOf(answer, found.get(keys.answer(answer.id)), effects, now, cause)
      : []
  }
  const tells = effects.has('webhook.send')
  return {
    keysFor: (found) => (tells ? [...unit.keysFor(found), ...webhookKeys(found)] : unit.keysFor(found)),
    decide: (found): Decision<R> => {
      const { result, writes } = unit.decide(found)
      const messages = tells ? messagesOf(found, writes, now) : []
      const cause = causeOf(writes)
      return { result, writes: [...writes, ...writes.flatMap((write) => jobsAfter(write, cause, found)), ...messages] }
    },
  }
}

function jobsOf(
  answer: Answer,
  before: Answer | undefined,
  effects: Effects,
  now: Instant,
  cause: Cause | undefined,
): readonly Write[] {
  const asked = [...ofCitizen(answer, before, cause), ...ofPoint(answer)]
  const all = [
    ...ofIncident(answer, patienceFrom(now)),
    ...asked,
    ...ofRequest(answer, cause?.mutation),
    ...ofLetter(answer, before, cause),
  ]
  return queuedOf(answer, all, effects, now)
}

/** The incident of an answer that was paid a moment ago, whatever was done to it meanwhile. */
export function incidentJobs(answer: Answer, effects: Effects, now: Instant): readonly Write[] {
  return queuedOf(answer, incidentOf(answer, patienceFrom(now)), effects, now)
}

function patienceFrom(now: Instant): Instant {
  return toInstant(toMilliseconds(now) + INCIDENT_PATIENCE)
}

function queuedOf(answer: Answer, all: readonly SetOff[], effects: Effects, now: Instant): readonly Write[] {
  const queued = { municipality: municipalityOfDocument(answer), state: 'waiting', attempts: 0, dueAt: now } as const
  return all
    .filter(({ kind }) => effects.has(kind))
    .map((one): Write => {
      const job: Job = { ...queued, ...one }
      return set(keys.job(job.id), job)
    })
}

/** The kinds that an answer sets off. */
const SET_OFF = [
  ...TOLD_KINDS,
  'citizen.check',
  'location.resolve',
  'citizen.message',
  'citizen.state',
  'citizen.mail',
] as const
type Kinds = (typeof SET_OFF)[number]
type SetOff = { [K in Kinds]: Pick<JobOf<K>, 'id' | 'kind' | 'payload'> }[Kinds]

/** One deleted before its report is reported once it is back; systems that had the report know it by the job's id. */
function isNew({ version, changedBy }: Answer): boolean {
  return version === 1 || changedBy?.kind === 'answer.restore'
}

/** Milliseconds that an incident waits for its citizen and its address, at most: those who go there can do without. */
export const INCIDENT_PATIENCE = 30 * 60_000

/** One that has to be paid waits for that: `incidentJobs`. */
function ofIncident(answer: Answer, waitsUntil: Instant): readonly SetOff[] {
  return isNew(answer) && !isUnpaid(answer) ? incidentOf(answer, waitsUntil) : []
}

function incidentOf({ id, opcionales, muniCore }: Answer, waitsUntil: Instant): readonly SetOff[] {
  return opcionales.incidentes && muniCore?.idIncidente === undefined
    ? [{ id: `incident.create~${id}`, kind: 'incident.create', payload: { answer: id, waitsUntil } }]
    : []
}

/** Versions whose citizen checks an incident waits for; no one makes more of them in the time that it waits. */
const LOOKS = 50

/** What an incident of this answer would wait for, by job id: the look at a citizen may be an earlier version's. */
export function askedOf(answer: Answer): readonly string[] {
  const versions = Array.from({ length: Math.min(answer.version, LOOKS) }, (_, back) => answer.version - back)
  const checks = [1, ...versions].map((version) => checkOfCitizen(answer.id, version))
  return [...new Set(checks), ...ofPoint(answer).map(({ id }) => id)]
}

/**
 * A citizen is looked up once, at the pace of who named them, also one with an id, because a device can claim any; not
 * one whom the portal has signed in, because it knows them.
 */
function ofCitizen(answer: Answer, before: Answer | undefined, cause: Cause | undefined): readonly SetOff[] {
  const { id, version, datosCiudadano, portalCiudadanoData } = answer
  if (datosCiudadano === undefined || !isUnchecked(datosCiudadano) || portalCiudadanoData !== undefined) return []
  if (isNew(answer)) return [{ id: checkOfCitizen(id), kind: 'citizen.check', payload: { answer: id } }]
  if (before === undefined || !isOtherCitizen(before, answer)) return []
  const payload = { answer: id, ...(cause === undefined ? {} : { by: cause.author }) }
  return [{ id: checkOfCitizen(id, version), kind: 'citizen.check', payload }]
}

/** By a person: what a machine writes about a citizen makes no version. */
function isOtherCitizen(before: Answer, { version, datosCiudadano }: Answer): boolean {
  const [was, is] = [before.datosCiudadano ?? null, datosCiudadano ?? null]
  return version > before.version && !sameParticular('citizen', was, is)
}

/** A tenth of a metre, in degrees: one thing to look up. */
const MICRO = 1e6

function ofPoint({ id, ubicacion }: Answer): readonly SetOff[] {
  if (!lacksAddress(ubicacion)) return []
  const { latlng } = ubicacion
  return [{ id: pointJob(id, latlng), kind: 'location.resolve', payload: { answer: id, latlng } }]
}

/** Moved again before it was found, it is looked up again. */
function pointJob(id: AnswerId, { latitude, longitude }: LatLng): string {
  return `location.resolve~${id}~${[latitude, longitude].map((degrees) => Math.round(degrees * MICRO)).join('~')}`
}

/** How the keys begin of what an answer set off and the queue keeps (done, waiting or given up): for its erasing. */
export function setOffBy(id: AnswerId): readonly Key<Job>[] {
  return SET_OFF.map((kind) => keys.job(`${kind}~${id}`))
}

/**
 * What citizen and portal hear: of a new answer that its record is answered; of a request and a revision where it
 * stands. One per mutation, not version: after a restored backup its number comes again with another request, and the
 * portal would take that for the one it knows.
 */
function ofRequest(answer: Answer, cause: string | undefined): readonly SetOff[] {
  const { id, version, changedBy, requestsForChanges, portalCiudadanoData } = answer
  const kind = version === 1 ? undefined : changedBy?.kind
  const isNews = isNew(answer) || kind === 'answer.requestChanges' || kind === 'answer.revise'
  if (!isNews) return []
  const isAsked = kind === 'answer.requestChanges' && openRequestOf(answer) !== undefined
  const message: SetOff = {
    id: `citizen.message~${id}~${cause ?? version}`,
    kind: 'citizen.message',
    payload: { answer: id, request: requestsForChanges.length - 1 },
  }
  const state: SetOff = {
    id: `citizen.state~${id}~${cause ?? version}`,
    kind: 'citizen.state',
    payload: { answer: id },
  }
  const isOfPortal = portalCiudadanoData?.idRespuestaMG !== undefined
  return [...(isAsked ? [message] : []), ...(isOfPortal ? [state] : [])]
}

/**
 * The letter to the citizen, where the form says so: of a request that waits, and of a move to another state. One for
 * each mutation, as with the portal; no mutation asks and moves at once.
 */
function ofLetter(answer: Answer, before: Answer | undefined, cause: Cause | undefined): readonly SetOff[] {
  const { id, version, changedBy, estados, opcionales } = answer
  if (!opcionales.notifyCitizen || before === undefined || version <= before.version) return []
  const isAsked = changedBy?.kind === 'answer.requestChanges' && openRequestOf(answer) !== undefined
  const isMoved = estados !== undefined && estados.actual !== before.estados?.actual
  if (!isAsked && !isMoved) return []
  const scope: LinkScope = isAsked ? scopeOfRequest(answer) : { kind: 'view', answer: id, moves: movesOf(answer) }
  const payload = { answer: id, scope, ...(cause === undefined ? {} : { by: cause.author }) }
  return [{ id: `citizen.mail~${id}~${cause?.mutation ?? version}`, kind: 'citizen.mail', payload }]
}
