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
import { checkOfCitizen, type Job, type JobKind, type JobOf, INCIDENT_KINDS } from '../jobs.ts'
import { type Cause, causeOf } from './cause-of.ts'
import { messagesOf, webhookKeys } from '../../integrations/judge/webhook-events.ts'

/** Kinds of jobs that this server can carry out; others are not queued. */
export type Effects = ReadonlySet<JobKind>

/**
 * Extends a unit to queue the jobs caused by its answer: an incident if new (`isNew`), a citizen check if new or
 * changed, an address lookup for a point without address, messages to citizen and portal (`ofRequest`, `ofLetter`), and
 * webhooks.
 */
export function withJobs<R>(unit: Unit<R>, effects: Effects, now: Instant): Unit<R> {
  if (effects.size === 0) return unit
  const jobsAfter = (write: Write, cause: Cause | undefined, found: Found): readonly Write[] => {
    if (write.kind !== 'set' || !write.key.startsWith('respuestas_formularios/')) return []
    const answer = write.document as Answer
    return write.key === keys.answer(answer.id)
      ? jobsOf({ answer, before: found.get(keys.answer(answer.id)), cause }, effects, now)
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
  {
    answer,
    before,
    cause,
  }: { readonly answer: Answer; readonly before: Answer | undefined; readonly cause: Cause | undefined },
  effects: Effects,
  now: Instant,
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

/** Incident of an answer that was just paid, whatever was changed since. */
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

/** Kinds of jobs caused by answers. */
const SET_OFF = [
  ...INCIDENT_KINDS,
  'citizen.check',
  'location.resolve',
  'citizen.message',
  'citizen.state',
  'citizen.mail',
] as const
type Kinds = (typeof SET_OFF)[number]
type SetOff = { [K in Kinds]: Pick<JobOf<K>, 'id' | 'kind' | 'payload'> }[Kinds]

/**
 * Checks whether an answer is new or restored. An answer that was deleted before it was reported is reported after
 * restoring; otherwise the job id prevents a duplicate.
 */
function isNew({ version, changedBy }: Answer): boolean {
  return version === 1 || changedBy?.kind === 'answer.restore'
}

/** Maximum milliseconds that an incident waits for its citizen and address. */
export const INCIDENT_PATIENCE = 30 * 60_000

/** Incident of a new answer. Incidents of unpaid answers wait for payment (`incidentJobs`). */
function ofIncident(answer: Answer, waitsUntil: Instant): readonly SetOff[] {
  return isNew(answer) && !isUnpaid(answer) ? incidentOf(answer, waitsUntil) : []
}

function incidentOf({ id, opcionales, muniCore }: Answer, waitsUntil: Instant): readonly SetOff[] {
  return opcionales.incidentes && muniCore?.idIncidente === undefined
    ? [{ id: `incident.create~${id}`, kind: 'incident.create', payload: { answer: id, waitsUntil } }]
    : []
}

/** Versions whose citizen checks an incident waits for; more cannot occur in the waiting time. */
const LOOKS = 50

/** Job ids that an incident of this answer waits for. The citizen check may belong to an earlier version. */
export function askedOf(answer: Answer): readonly string[] {
  const versions = Array.from({ length: Math.min(answer.version, LOOKS) }, (_, back) => answer.version - back)
  const checks = [1, ...versions].map((version) => checkOfCitizen(answer.id, version))
  return [...new Set(checks), ...ofPoint(answer).map(({ id }) => id)]
}

/**
 * Citizen check, once per citizen and limited by the user who entered the citizen. Citizens with an id are also
 * checked, because devices can claim any id; citizens signed in by the portal are not.
 */
function ofCitizen(answer: Answer, before: Answer | undefined, cause: Cause | undefined): readonly SetOff[] {
  const { id, version, datosCiudadano, portalCiudadanoData } = answer
  if (datosCiudadano === undefined || !isUnchecked(datosCiudadano) || portalCiudadanoData !== undefined) return []
  if (isNew(answer)) return [{ id: checkOfCitizen(id), kind: 'citizen.check', payload: { answer: id } }]
  if (before === undefined || !isOtherCitizen(before, answer)) return []
  const payload = { answer: id, ...(cause === undefined ? {} : { by: cause.author }) }
  return [{ id: checkOfCitizen(id, version), kind: 'citizen.check', payload }]
}

/** Checks whether a user replaced the citizen; automatic changes do not create a version. */
function isOtherCitizen(before: Answer, { version, datosCiudadano }: Answer): boolean {
  const [was, is] = [before.datosCiudadano ?? null, datosCiudadano ?? null]
  return version > before.version && !sameParticular('citizen', was, is)
}

/** Micro-degrees, about a tenth of a metre; smaller moves are not looked up again. */
const MICRO = 1e6

function ofPoint({ id, ubicacion }: Answer): readonly SetOff[] {
  if (!lacksAddress(ubicacion)) return []
  const { latlng } = ubicacion
  return [{ id: pointJob(id, latlng), kind: 'location.resolve', payload: { answer: id, latlng } }]
}

/** Job id of an address lookup. Includes the point, so that a moved point is looked up again. */
function pointJob(id: AnswerId, { latitude, longitude }: LatLng): string {
  return `location.resolve~${id}~${[latitude, longitude].map((degrees) => Math.round(degrees * MICRO)).join('~')}`
}

/** Key prefixes of an answer's jobs that are still stored, for erasing them. */
export function setOffBy(id: AnswerId): readonly Key<Job>[] {
  return SET_OFF.map((kind) => keys.job(`${kind}~${id}`))
}

/**
 * Messages to citizen and portal: that a new answer was received, and the status after a request or revision. One per
 * mutation rather than version, because a restored backup reuses version numbers, which the portal would ignore as
 * known.
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
 * E-mail to the citizen, if the form says so: for an open request, or a change of state. One per mutation; no mutation
 * does both.
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
