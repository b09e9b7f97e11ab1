import type { Answer, IncidentFacts } from '#domain/answers/index.ts'
import { isUnverifiedCitizen } from '#domain/citizens/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import { municipalityOfDocument, lacksAddress } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { refuse, typedKeys, toMilliseconds, ok, PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { listPrecedingJobIds, MAX_INCIDENT_WAIT_MS, type SupportedJobs } from '#domain/jobs/judge/index.ts'
import { INCIDENT_JOB_KINDS, type JobKind, type JobOf, type IncidentKind } from '#domain/jobs/index.ts'
import { checkCitizen } from '../citizens/check-citizen.ts'
import { sendWebhookMessage } from '../integrations/send-webhook.ts'
import { computeRetryDelay } from '../limits/retry-delay.ts'
import { sendAnswerCopy } from '../mail/send-copy.ts'
import { sendQueuedEmail } from '../mail/send-queued-email.ts'
import { emailCitizen } from '../mail/email-citizen.ts'
import { selectGeocoder } from '../maps/select-geocoder.ts'
import { buildPublicGeocodeLimits } from '../maps/public-geocodes.ts'
import { carryOutRefund, issueReceipt } from '../payments/carry-out.ts'
import { createTickets } from '../tickets/create-tickets.ts'
import { queueCancellationRefunds, queueEventMovedEmails } from '../payments/visit-event-orders.ts'
import { reconcilePaymentAttempt } from '../payments/watch.ts'
import { readAreaPaths } from '../places/all-places.ts'
import { updatePlaceNameInForms } from '../places/rename-forms.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Ports, type Store } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { sendRequestToPortal, reportStateToPortal } from './citizen-jobs.ts'

/** First delay of an incident whose citizen or address is still being looked up, in milliseconds. */
export const FIRST_INCIDENT_DELAY_MS = 5_000
/** Later delays, as a share of the time already waited, so that the retries of thousands of jobs are spread. */
const PART = 1 / 4

/**
 * Milliseconds that an incident still has to wait for registry and geocoder; 0 when neither is pending, or the maximum
 * wait is over.
 */
async function computeIncidentWait(
  store: Store,
  answer: Answer,
  { waitsUntil }: JobOf<IncidentKind>['payload'],
  now: number,
): Promise<number> {
  const remaining = waitsUntil === undefined ? 0 : toMilliseconds(waitsUntil) - now
  // Ignores a deadline that is too far ahead, which was written by a wrong clock.
  if (remaining <= 0 || remaining > MAX_INCIDENT_WAIT_MS) return 0
  const requestedKeys = listPrecedingJobIds(answer).map((id) => keys.job(id))
  const documents = await store.getMany(requestedKeys)
  if (!requestedKeys.some((key) => documents.get(key)?.state === 'waiting')) return 0
  return Math.min(remaining, Math.max(FIRST_INCIDENT_DELAY_MS, (MAX_INCIDENT_WAIT_MS - remaining) * PART))
}

/**
 * Facts for an incident: the form version's username, the municipality's id, the answer's URL, and the confirmed
 * citizen.
 */
async function readIncidentFacts(
  store: Store,
  answer: Answer,
  home: (() => string) | undefined,
): Promise<IncidentFacts> {
  const version = keys.templateVersion(answer.idPlantilla, answer.templateVersion)
  const place = keys.municipality(municipalityOfDocument(answer))
  const documents = await store.getMany([version, place])
  const { datosCiudadano: citizen } = answer
  return {
    username: documents.get(version)?.muniCore?.username,
    municipalityId: documents.get(place)?.idMuniCore,
    url: home === undefined ? undefined : `${home()}/ver/${answer.id}`,
    citizen: citizen === undefined || isUnverifiedCitizen(citizen) ? undefined : citizen.id,
  }
}

type HandlerPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'files' | 'pdfs' | 'log'>

/** The outside call of a kind of job. It may run more than once. The domain decides what its success writes. */
type Handler<K extends JobKind> = {
  readonly isConnected: (connectors: Connectors) => boolean
  /** if present, queued jobs wait until this is also true */
  readonly isOpen?: (connectors: Connectors) => boolean
  /** name of the called system; its jobs pause together when it is down. Some systems are per municipality */
  readonly system: (job: JobOf<K>) => string
  readonly run: (ports: HandlerPorts, connectors: Connectors, job: JobOf<K>, tuning: Tuning) => Promise<JobResult>
}

/** Handler that reports an answer to a system. */
function createIncidentHandler(kind: IncidentKind): Handler<IncidentKind> {
  return {
    isConnected: ({ tells }) => tells?.[kind] !== undefined,
    system: ({ municipality }) => `${kind} ${municipality}`,
    run: async ({ store, clock }, { tells, home }, { id, payload }) => {
      const answer = await store.get(keys.answer(payload.answer))
      // The answer was deleted, so there is nothing to report.
      if (answer === undefined) return JOB_NOT_NEEDED
      const tell = tells?.[kind]
      if (tell === undefined) return refuse('server.busy')
      const waits = await computeIncidentWait(store, answer, payload, clock())
      if (waits > 0) return { ...refuse('server.busy'), waits }
      return tell(answer, id, await readIncidentFacts(store, answer, home))
    },
  }
}

// Handlers by kind. The type requires one for each kind.
const OWN_HANDLERS: { readonly [K in Exclude<JobKind, IncidentKind>]: Handler<K> } = {
  // First, because users wait for e-mails about accounts.
  'mail.send': {
    isConnected: ({ mail }) => mail !== undefined,
    system: () => 'mail',
    run: async (ports, { mail }, job, tuning) =>
      mail === undefined ? refuse('server.busy') : sendQueuedEmail(ports, mail, job, tuning),
  },
  'citizen.check': {
    isConnected: ({ citizens }) => citizens !== undefined,
    system: () => 'registry',
    run: (ports, connectors, { payload }, tuning) => checkCitizen(ports, connectors, payload, tuning),
  },
  'copy.send': {
    isConnected: ({ mail }) => mail !== undefined,
    system: () => 'mail',
    run: async (ports, { mail }, job) =>
      mail === undefined ? refuse('server.busy') : sendAnswerCopy(ports, mail, job),
  },
  'citizen.message': {
    isConnected: ({ citizenPortal }) => citizenPortal !== undefined,
    // Without a page messages stay queued. Those still valid are sent once a page is configured.
    isOpen: ({ revisionPage }) => revisionPage !== undefined,
    system: () => 'portal',
    run: async (ports, { citizenPortal, revisionPage }, job) =>
      citizenPortal === undefined || revisionPage === undefined
        ? refuse('server.busy')
        : sendRequestToPortal(ports, citizenPortal, revisionPage, job),
  },
  'citizen.state': {
    isConnected: ({ citizenPortal }) => citizenPortal !== undefined,
    system: () => 'portal',
    run: async (ports, { citizenPortal }, job) =>
      citizenPortal === undefined ? refuse('server.busy') : reportStateToPortal(ports, citizenPortal, job),
  },
  'citizen.mail': {
    isConnected: ({ mail }) => mail !== undefined,
    system: () => 'mail',
    run: async (ports, connectors, job, tuning) =>
      connectors.mail === undefined
        ? refuse('server.busy')
        : emailCitizen(ports, { ...connectors, mail: connectors.mail }, job, tuning),
  },
  'area.rename': {
    isConnected: () => true,
    system: () => 'own',
    run: async ({ store }, _, { payload: { area } }) => updatePlaceNameInForms(store, keys.area(area), [area]),
  },
  'municipality.rename': {
    isConnected: () => true,
    system: () => 'own',
    run: async ({ store }, _, { municipality }) =>
      updatePlaceNameInForms(store, keys.municipality(municipality), await readAreaPaths(store, [municipality])),
  },
  'payment.watch': {
    isConnected: ({ payments }) => payments !== undefined,
    system: ({ municipality }) => `payments ${municipality}`,
    run: (ports, connectors, job) => reconcilePaymentAttempt(ports, connectors, job, findSupportedJobs(connectors)),
  },
  'payment.refund': {
    isConnected: ({ payments }) => payments !== undefined,
    system: ({ municipality }) => `payments ${municipality}`,
    run: (ports, connectors, job) => carryOutRefund(ports, connectors, job, findSupportedJobs(connectors)),
  },
  'payment.receipt': {
    isConnected: () => true,
    system: () => 'own',
    run: issueReceipt,
  },
  'payment.tickets': {
    isConnected: () => true,
    system: () => 'own',
    run: createTickets,
  },
  'event.moved': {
    isConnected: ({ mail }) => mail !== undefined,
    system: () => 'own',
    run: queueEventMovedEmails,
  },
  'event.cancelled': {
    isConnected: () => true,
    system: () => 'own',
    run: (ports, connectors, job) => queueCancellationRefunds(ports, job, findSupportedJobs(connectors)),
  },
  'webhook.send': {
    isConnected: ({ webhooks }) => webhooks !== undefined,
    system: ({ payload }) => `webhook ${payload.hook}`,
    run: async (ports, { webhooks }, job, tuning) =>
      webhooks === undefined ? refuse('server.busy') : sendWebhookMessage(ports, webhooks, job, tuning),
  },
  'location.resolve': {
    isConnected: ({ geocoders }) => geocoders !== undefined,
    system: ({ municipality }) => `geocoder ${municipality}`,
    run: resolveLocation,
  },
}

const INCIDENT_HANDLERS = Object.fromEntries(
  INCIDENT_JOB_KINDS.map((kind) => [kind, createIncidentHandler(kind)]),
) as unknown
const HANDLERS: { readonly [K in JobKind]: Handler<K> } = {
  ...OWN_HANDLERS,
  ...(INCIDENT_HANDLERS as { readonly [K in IncidentKind]: Handler<K> }),
}

/** Runs one job. */
export function runJob<K extends JobKind>(
  ports: HandlerPorts,
  connectors: Connectors,
  job: JobOf<K>,
  tuning: Tuning,
): Promise<JobResult> {
  return (HANDLERS[job.kind] as Handler<K>).run(ports, connectors, job, tuning)
}

/** Name of the outside system, or receiver, that a job calls; `own` if it calls none. */
export function findExternalSystemName<K extends JobKind>(job: JobOf<K>): string {
  return (HANDLERS[job.kind] as Handler<K>).system(job)
}

/** The kinds of jobs that this server can run now, `mail.send` first. */
export function listRunnableJobKinds(connectors: Connectors = {}): readonly JobKind[] {
  return [...findSupportedJobs(connectors)].filter((kind) => HANDLERS[kind].isOpen?.(connectors) ?? true)
}

/** The kinds of jobs that this server queues, because the system they call is connected. */
export function findSupportedJobs(connectors: Connectors = {}): SupportedJobs {
  return new Set(typedKeys(HANDLERS).filter((kind) => HANDLERS[kind].isConnected(connectors)))
}

/**
 * Finds the address of an answer's point with the geocoder. Public answers have their own rate limit; above it the job
 * waits. Refuses like `selectGeocoder` and the geocoder.
 */
async function resolveLocation(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { geocoders, ofPublic }: Connectors,
  { payload, municipality }: JobOf<'location.resolve'>,
  tuning: Tuning,
): Promise<JobResult> {
  const answer = await store.get(keys.answer(payload.answer))
  // The answer was deleted, or already has an address.
  if (answer === undefined || !lacksAddress(answer.ubicacion)) return JOB_NOT_NEEDED
  const ofAnswer = answer.opcionales.publico ? (ofPublic?.geocoders ?? geocoders) : geocoders
  const result = await selectGeocoder(store, ofAnswer, municipality)
  if (!result.ok) return result
  if (answer.authorId === PUBLIC_AUTHOR) {
    const measures = await buildPublicGeocodeLimits(tuning, answer.idPlantilla, municipality)
    const limitResult = await store.commit(addCostsUnit(measures, clock()))
    const [longest, waited] = [tuning.jobLongestDelay, clock() - toMilliseconds(answer.receivedAt)]
    if (!limitResult.ok)
      return { ...limitResult, waits: computeRetryDelay(limitResult.problem, waited, { noTurnLost: longest, longest }) }
  }
  const foundResult = await result.value.geocoder.addressOf(payload.latlng)
  return foundResult.ok ? ok({ id: foundResult.value.direccion ?? '' }) : foundResult
}
