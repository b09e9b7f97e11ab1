import { set, keys, unitForKeys } from '#domain/store/index.ts'
import {
  actorOfUser,
  municipalitiesOf,
  can,
  findRoleReach,
  seesOnlyOwnAnswers,
  type Staff,
} from '#domain/access/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, toInstant, type Result, type Instant, type TemplateId } from '#domain/kernel/index.ts'
import { storedDeviceReportSchema, type StoredDeviceReport, canOverseeDevice } from '#domain/devices/index.ts'
import {
  MAX_PENDING_COUNT,
  MAX_PENDING_FORMS,
  type Job,
  type PendingAnswers,
  type PendingForm,
} from '#domain/jobs/index.ts'
import { listStatesToDecide, type HeldDecision, type HeldResult } from '#domain/answers/index.ts'
import { decideHeldAnswerUnit, type HeldAction } from '#domain/answers/judge/index.ts'
import { type LoggedAction, withAudit } from '#domain/audit/index.ts'
import { withJobs, retryDeadJob } from '#domain/jobs/judge/index.ts'
import { mayReadFormAnswers } from '../answers/list-answers.ts'
import type { Core } from '../context.ts'
import { readAreaPaths } from '../places/all-places.ts'
import type { CountQuery, Store } from '../ports.ts'
import { findPendingDecisions, listHeldAnswers } from './find-pending-decisions.ts'
import { findHeldAnswer } from './find-held.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import { findSupportedJobs } from './handlers.ts'
import { maySeeJob, canSeeAllJobs } from './incident-status.ts'

/** Maximum devices read, more than any municipality has. At the limit, the reply is marked as incomplete. */
const MAX_DEVICES = 2_000
const MAX_JOBS = 100
/**
 * Maximum waiting jobs read, by time of the next attempt, to find those that have failed. Only long outages leave more.
 */
const MAX_WAITING_JOBS = 1_000

/** Handlers for supervisors: pending decisions, held answers, devices, and jobs that have failed. */
export function createSupervisionHandlers(core: Core) {
  const { store, clock, connectors } = core.ports

  async function decide(user: User, address: string | undefined, action: HeldAction): Promise<Result<HeldDecision>> {
    const now = toInstant(clock())
    const held = await store.get(keys.held(action.answer))
    const noted = (result: Result<HeldResult>): LoggedAction => ({
      action: action.kind === 'accept' ? 'held.accepted' : 'held.discarded',
      target: keys.answer(action.answer),
      by: user,
      from: address,
      municipality: held && municipalityOfDocument(held.answer),
      details: result.ok && result.value.outcome.kind === 'accepted' ? { code: result.value.outcome.code } : {},
    })
    const unit = withAudit(
      withJobs(decideHeldAnswerUnit(action, user.id, now), findSupportedJobs(connectors), now),
      noted,
      now,
    )
    const foundResult = await store.commit(unit)
    return foundResult.ok ? ok({ held: foundResult.value }) : foundResult
  }

  return {
    readDecisions: async ({ user }) => ok(await findPendingDecisions(store, user, toInstant(clock()))),

    readPending: async ({ user, query: { since } }) =>
      ok(await findPending(store, user, { since, now: toInstant(clock()) })),

    listHeld: ({ user, query }) => listHeldAnswers(store, user, query.page),

    async readHeld({ user, params }) {
      const result = await findHeldAnswer(store, user, params.id)
      return result.ok ? ok({ held: result.value }) : result
    },

    acceptHeld: ({ user, params, address }) => decide(user, address, { kind: 'accept', answer: params.id }),
    discardHeld: ({ user, params, body, address }) =>
      decide(user, address, { kind: 'discard', answer: params.id, reason: body.reason }),

    async listDevices({ user }) {
      const entries = await store.query({
        collection: 'devices',
        where: canSeeAllJobs(user) ? {} : { municipalityPath: municipalitiesOf(actorOfUser(user)) },
        order: { field: 'seenAt', descending: true },
        limit: MAX_DEVICES,
      })
      const devices = entries.flatMap(({ document }): StoredDeviceReport[] => {
        // Skips entries of an earlier release. The device reports again with its next pull.
        const line = storedDeviceReportSchema.strip().safeParse(document)
        return line.success && canOverseeDevice(user, line.data) ? [line.data] : []
      })
      const complete = entries.length < MAX_DEVICES && !isFull(devices, core.tuning.devicesPerUser)
      return ok({ serverTime: toInstant(clock()), devices, complete })
    },

    async listFailedJobs({ user }) {
      const read = async (state: Job['state'], limit: number): Promise<readonly Job[]> => {
        const entries = await store.query({
          collection: 'jobs',
          where: { state, ...(canSeeAllJobs(user) ? {} : { municipality: municipalitiesOf(actorOfUser(user)) }) },
          order: { field: 'dueAt', descending: false },
          limit,
        })
        return entries.map(({ document }) => document as unknown as Job)
      }
      const [deadJobs, waiting] = await Promise.all([read('dead', MAX_JOBS), read('waiting', MAX_WAITING_JOBS)])
      const failing = waiting.filter(({ lastProblem }) => lastProblem !== undefined).slice(0, MAX_JOBS)
      return ok({ jobs: [...deadJobs, ...failing] })
    },

    retryJob: ({ user, params }) => {
      const key = keys.job(params.id)
      return store.commit(
        unitForKeys<Result<{ readonly job: Job }>>([key], (documents) => {
          const job = documents.get(key)
          if (job === undefined || !maySeeJob(user, job)) return { result: refuse('request.not-found'), writes: [] }
          const next = retryDeadJob(job, toInstant(clock()))
          return { result: ok({ job: next }), writes: next === job ? [] : [set(key, next)] }
        }),
      )
    },
  } satisfies PartialHandlers
}

/** True when an account has the maximum number of stored devices; further devices may then be missing. */
function isFull(devices: readonly StoredDeviceReport[], max: number): boolean {
  const counts = new Map<string, number>()
  for (const { userId } of devices) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  return [...counts.values()].some((count) => count >= max)
}

type PendingRequest = { readonly since: Instant; readonly now: Instant }

/**
 * Counts the answers waiting for a next state, for the forms of a user's areas. Costs two index lookups per form, and
 * for forms with waiting answers two more per state. Counts stop at `MAX_PENDING_COUNT`.
 */
async function findPending(store: Store, user: User, { since, now }: PendingRequest): Promise<PendingAnswers> {
  const actor = actorOfUser(user)
  if (seesOnlyOwnAnswers(actor)) return { at: now, forms: [], andMore: false }
  const values = await listReachedAreas(store, actor)
  if (values?.length === 0) return { at: now, forms: [], andMore: false }
  const found = await store.query({
    collection: 'formularios',
    where: { deleted: false },
    ...(values === null ? {} : { containsAny: { field: 'areas', values } }),
    order: { field: 'titulo', descending: false },
    summaries: true,
    limit: MAX_PENDING_FORMS + 1,
  })
  const forms = await Promise.all(
    found.slice(0, MAX_PENDING_FORMS).map(({ document: { id } }) => readPendingForm(store, actor, id, since)),
  )
  return {
    at: now,
    forms: forms
      .filter((form) => form !== null)
      .toSorted((a, b) => findOldestWaiting(a).localeCompare(findOldestWaiting(b))),
    andMore: found.length > MAX_PENDING_FORMS,
  }
}

/**
 * The areas whose answers the role may read.
 * @returns null for all areas
 */
async function listReachedAreas(store: Store, actor: Staff): Promise<readonly string[] | null> {
  const reach = findRoleReach(actor.role)
  if (reach === 'everything') return null
  return reach === 'municipalities' ? readAreaPaths(store, municipalitiesOf(actor)) : actor.areas
}

/** @returns null when no answers wait and none arrived, or the user may not read the form or its answers */
async function readPendingForm(
  store: Store,
  actor: Staff,
  id: TemplateId,
  since: Instant,
): Promise<PendingForm | null> {
  const answers = (where: CountQuery['where']) =>
    ({ collection: 'respuestas_formularios', where: { idPlantilla: id, ...where } }) as const
  const oldest = async (where: CountQuery['where']): Promise<Instant | undefined> => {
    const order = { field: 'fechaCreacion', descending: false }
    const [first] = await store.query({ ...answers(where), order, summaries: true, limit: 1 })
    return first?.document.summary.fechaCreacion
  }
  const [waiting, today] = await Promise.all([
    oldest({ 'listing.waits': true }),
    store.count({ ...answers({}), range: { field: 'fechaCreacion', from: since }, max: MAX_PENDING_COUNT }),
  ])
  if (waiting === undefined && today === 0) return null
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actor, 'read', { kind: 'formulario', document: template })) return null
  // Checked here, because the query matches any area of a form, but answers belong to the form's first area.
  if (!mayReadFormAnswers(actor, template)) return null
  const states = waiting === undefined || template.estados === undefined ? [] : listStatesToDecide(template.estados)
  const counted = await Promise.all(
    states.map(async (state) => {
      const where = { 'estados.actual': state.id }
      const [count, first] = await Promise.all([
        store.count({ ...answers(where), max: MAX_PENDING_COUNT }),
        oldest(where),
      ])
      return first === undefined ? [] : [{ id: state.id, nombre: state.nombre, count, oldest: first }]
    }),
  )
  return { id, titulo: template.titulo, municipio: template.municipioInfo.nombre, today, states: counted.flat() }
}

/** Sort key: the form with the oldest waiting answer first, forms without any last. */
function findOldestWaiting({ states }: PendingForm): string {
  return states.map(({ oldest }) => oldest).toSorted()[0] ?? '~'
}
