import { isUnverifiedCitizen } from '../../citizens/registered.ts'
import { countStateEntries, buildRequestScope } from '../../corrections/link-scope.ts'
import { findOpenRequest } from '../../corrections/request-status.ts'
import { isSameDetail } from '../../corrections/answer-details.ts'
import { isUnpaid } from '../../payments/entry.ts'
import { set, type Decision, type FoundDocuments, type Key, type Unit, type Write, keys } from '../../store/index.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import { lacksAddress } from '../../places/documents/lacks-address.ts'
import type { LatLng } from '../../places/documents/location.ts'
import type { LinkScope } from '../../citizens/documents/portal.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import { type AnswerId, type Instant, toInstant, toMilliseconds } from '../../kernel/index.ts'
import { buildCitizenCheckJobId, type Job, type JobKind, type JobOf, INCIDENT_JOB_KINDS } from '../jobs.ts'
import { type CausingMutation, findCausingMutation } from './find-cause.ts'
import { buildWebhookMessageWrites, listWebhookKeys } from '../../integrations/judge/webhook-events.ts'

/** Kinds of jobs that this server can carry out; others are not queued. */
export type SupportedJobs = ReadonlySet<JobKind>

/**
 * Extends a unit to queue the jobs that its written answers cause: an incident if new (`isNew`), a citizen check if new
 * or changed, an address lookup for a point without address, messages to citizen and portal (`buildRequestJobs`,
 * `buildEmailJobs`), and webhooks.
 */
export function withJobs<R>(unit: Unit<R>, effects: SupportedJobs, now: Instant): Unit<R> {
  if (effects.size === 0) return unit
  const listJobsAfter = (
    write: Write,
    cause: CausingMutation | undefined,
    documents: FoundDocuments,
  ): readonly Write[] => {
    if (write.kind !== 'set' || !write.key.startsWith('respuestas_formularios/')) return []
    const answer = write.document as Answer
    return write.key === keys.answer(answer.id)
      ? buildJobWrites({ answer, before: documents.get(keys.answer(answer.id)), cause }, effects, now)
      : []
  }
  const sendsWebhook = effects.has('webhook.send')
  return {
    keysFor: (documents) =>
      sendsWebhook ? [...unit.keysFor(documents), ...listWebhookKeys(documents)] : unit.keysFor(documents),
    decide: (documents): Decision<R> => {
      const { result, writes } = unit.decide(documents)
      const messages = sendsWebhook ? buildWebhookMessageWrites(documents, writes, now) : []
      const cause = findCausingMutation(writes)
      return {
        result,
        writes: [...writes, ...writes.flatMap((write) => listJobsAfter(write, cause, documents)), ...messages],
      }
    },
  }
}

function buildJobWrites(
  {
    answer,
    before,
    cause,
  }: { readonly answer: Answer; readonly before: Answer | undefined; readonly cause: CausingMutation | undefined },
  effects: SupportedJobs,
  now: Instant,
): readonly Write[] {
  const offs = [...buildCitizenJobs(answer, before, cause), ...buildPointJobs(answer)]
  const all = [
    ...buildNewIncidentJobs(answer, computeIncidentDeadline(now)),
    ...offs,
    ...buildRequestJobs(answer, cause?.mutation),
    ...buildEmailJobs(answer, before, cause),
  ]
  return queueJobs(answer, all, effects, now)
}

/** Returns the job that creates the incident of an answer that was just paid, whatever was changed since submission. */
export function buildIncidentJobs(answer: Answer, effects: SupportedJobs, now: Instant): readonly Write[] {
  return queueJobs(answer, buildIncidentJob(answer, computeIncidentDeadline(now)), effects, now)
}

function computeIncidentDeadline(now: Instant): Instant {
  return toInstant(toMilliseconds(now) + MAX_INCIDENT_WAIT_MS)
}

function queueJobs(answer: Answer, all: readonly QueuedJob[], effects: SupportedJobs, now: Instant): readonly Write[] {
  const queued = { municipality: municipalityOfDocument(answer), state: 'waiting', attempts: 0, dueAt: now } as const
  return all
    .filter(({ kind }) => effects.has(kind))
    .map((off): Write => {
      const job: Job = { ...queued, ...off }
      return set(keys.job(job.id), job)
    })
}

/** Kinds of jobs caused by answers. */
const ANSWER_JOB_KINDS = [
  ...INCIDENT_JOB_KINDS,
  'citizen.check',
  'location.resolve',
  'citizen.message',
  'citizen.state',
  'citizen.mail',
] as const
type Kinds = (typeof ANSWER_JOB_KINDS)[number]
type QueuedJob = { [K in Kinds]: Pick<JobOf<K>, 'id' | 'kind' | 'payload'> }[Kinds]

/**
 * Checks whether an answer is new or restored. Restored answers count, because an answer may have been deleted before
 * its incident was created. If the incident exists, the job id prevents a duplicate.
 */
function isNew({ version, changedBy }: Answer): boolean {
  return version === 1 || changedBy?.kind === 'answer.restore'
}

/** Maximum milliseconds that an incident waits for its citizen and address. */
export const MAX_INCIDENT_WAIT_MS = 30 * 60_000

/** Incident of a new answer. Incidents of unpaid answers wait for payment (`buildIncidentJobs`). */
function buildNewIncidentJobs(answer: Answer, waitsUntil: Instant): readonly QueuedJob[] {
  return isNew(answer) && !isUnpaid(answer) ? buildIncidentJob(answer, waitsUntil) : []
}

function buildIncidentJob({ id, opcionales, muniCore }: Answer, waitsUntil: Instant): readonly QueuedJob[] {
  return opcionales.incidentes && muniCore?.idIncidente === undefined
    ? [{ id: `incident.create~${id}`, kind: 'incident.create', payload: { answer: id, waitsUntil } }]
    : []
}

/** Maximum versions whose citizen checks an incident waits for. More versions do not occur within the waiting time. */
const MAX_CHECKED_VERSIONS = 50

/** Job ids that an incident of this answer waits for. The citizen check may belong to an earlier version. */
export function listPrecedingJobIds(answer: Answer): readonly string[] {
  const versions = Array.from(
    { length: Math.min(answer.version, MAX_CHECKED_VERSIONS) },
    (_, refunded) => answer.version - refunded,
  )
  const checks = [1, ...versions].map((version) => buildCitizenCheckJobId(answer.id, version))
  return [...new Set(checks), ...buildPointJobs(answer).map(({ id }) => id)]
}

/**
 * Returns the job that checks an answer's citizen, once per citizen. The user who entered the citizen is counted for
 * the rate limits. Citizens with an id are also checked, because devices can claim any id. Citizens signed in by the
 * portal are not checked.
 */
function buildCitizenJobs(
  answer: Answer,
  before: Answer | undefined,
  cause: CausingMutation | undefined,
): readonly QueuedJob[] {
  const { id, version, datosCiudadano, portalCiudadanoData } = answer
  if (datosCiudadano === undefined || !isUnverifiedCitizen(datosCiudadano) || portalCiudadanoData !== undefined)
    return []
  if (isNew(answer)) return [{ id: buildCitizenCheckJobId(id), kind: 'citizen.check', payload: { answer: id } }]
  if (before === undefined || !isOtherCitizen(before, answer)) return []
  const payload = { answer: id, ...(cause === undefined ? {} : { by: cause.author }) }
  return [{ id: buildCitizenCheckJobId(id, version), kind: 'citizen.check', payload }]
}

/** Checks whether a user has replaced the citizen. Automatic changes do not count; they do not create a version. */
function isOtherCitizen(before: Answer, { version, datosCiudadano }: Answer): boolean {
  const [was, is] = [before.datosCiudadano ?? null, datosCiudadano ?? null]
  return version > before.version && !isSameDetail('citizen', was, is)
}

/** Micro-degrees, about a tenth of a metre; smaller moves are not looked up again. */
const MICRO_DEGREES = 1e6

function buildPointJobs({ id, ubicacion }: Answer): readonly QueuedJob[] {
  if (!lacksAddress(ubicacion)) return []
  const { latlng } = ubicacion
  return [{ id: buildPointJobId(id, latlng), kind: 'location.resolve', payload: { answer: id, latlng } }]
}

/** Job id of an address lookup. Includes the point, so that a moved point is looked up again. */
function buildPointJobId(id: AnswerId, { latitude, longitude }: LatLng): string {
  return `location.resolve~${id}~${[latitude, longitude].map((degrees) => Math.round(degrees * MICRO_DEGREES)).join('~')}`
}

/** Key prefixes of an answer's jobs that are still stored, for erasing them. */
export function listAnswerJobPrefixes(id: AnswerId): readonly Key<Job>[] {
  return ANSWER_JOB_KINDS.map((kind) => keys.job(`${kind}~${id}`))
}

/**
 * Messages to citizen and portal: that a new answer was received, and the status after a request or revision. Their job
 * ids contain the mutation, not the version: after restoring a backup, versions are used again, and the portal would
 * ignore a message with a known id.
 */
function buildRequestJobs(answer: Answer, cause: string | undefined): readonly QueuedJob[] {
  const { id, version, changedBy, requestsForChanges, portalCiudadanoData } = answer
  const kind = version === 1 ? undefined : changedBy?.kind
  const isNewForCitizen = isNew(answer) || kind === 'answer.requestChanges' || kind === 'answer.revise'
  if (!isNewForCitizen) return []
  const isAsked = kind === 'answer.requestChanges' && findOpenRequest(answer) !== undefined
  const message: QueuedJob = {
    id: `citizen.message~${id}~${cause ?? version}`,
    kind: 'citizen.message',
    payload: { answer: id, request: requestsForChanges.length - 1 },
  }
  const state: QueuedJob = {
    id: `citizen.state~${id}~${cause ?? version}`,
    kind: 'citizen.state',
    payload: { answer: id },
  }
  const isOfPortal = portalCiudadanoData?.idRespuestaMG !== undefined
  return [...(isAsked ? [message] : []), ...(isOfPortal ? [state] : [])]
}

/**
 * E-mail to the citizen, if the form says so, about an open request or a change of state. Sent once per mutation; no
 * mutation causes both.
 */
function buildEmailJobs(
  answer: Answer,
  before: Answer | undefined,
  cause: CausingMutation | undefined,
): readonly QueuedJob[] {
  const { id, version, changedBy, estados, opcionales } = answer
  if (!opcionales.notifyCitizen || before === undefined || version <= before.version) return []
  const isAsked = changedBy?.kind === 'answer.requestChanges' && findOpenRequest(answer) !== undefined
  const isMoved = estados !== undefined && estados.actual !== before.estados?.actual
  if (!isAsked && !isMoved) return []
  const scope: LinkScope = isAsked
    ? buildRequestScope(answer)
    : { kind: 'view', answer: id, moves: countStateEntries(answer) }
  const payload = { answer: id, scope, ...(cause === undefined ? {} : { by: cause.author }) }
  return [{ id: `citizen.mail~${id}~${cause?.mutation ?? version}`, kind: 'citizen.mail', payload }]
}
