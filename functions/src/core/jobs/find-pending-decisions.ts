import {
  actorOfUser,
  can,
  municipalitiesOf,
  findRoleReach,
  computeSupervision,
  seesOnlyOwnAnswers,
  type Staff,
} from '#domain/access/index.ts'
import { mayDecideHeldAnswer } from '#domain/answers/judge/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  toInstant,
  toMilliseconds,
  typedKeys,
  ANSWERS_PAGE_SIZE,
  ok,
  refuse,
  type Instant,
  type Result,
} from '#domain/kernel/index.ts'
import { listDisagreementKeysForUser } from '#domain/payments/index.ts'
import {
  DECISION_KINDS,
  MAX_SHOWN_DECISIONS,
  MAX_DECISIONS,
  type DecisionKind,
  type PendingDecisionListItem,
  type PendingDecisions,
  type Job,
} from '#domain/jobs/index.ts'
import { storedDeviceReportSchema, canOverseeDevice, SILENT_DEVICE_MS } from '#domain/devices/index.ts'
import {
  listWaitingSearchWords,
  toHeldAnswerListItem,
  type WaitingReason,
  type HeldPage,
} from '#domain/answers/index.ts'
import { findCitizensToSettle } from '../citizens/unsettled.ts'
import type { CountQuery, Store, Query } from '../ports.ts'

type DecisionsRequest = { readonly store: Store; readonly user: User; readonly actor: Staff; readonly now: Instant }
type FoundDecisions = { readonly count: number; readonly first: readonly PendingDecisionListItem[] }

// Counts and lists the pending decisions of each kind.
const FINDERS: { readonly [K in DecisionKind]: (decisionsRequest: DecisionsRequest) => Promise<FoundDecisions> } = {
  held: async ({ store, user }) => {
    const filter = buildWaitingHeldQuery(user)
    const order = { field: 'at', descending: false }
    const [count, entries] = await Promise.all([
      store.count({ ...filter, max: MAX_DECISIONS }),
      store.query({ ...filter, order, summaries: true, limit: MAX_SHOWN_DECISIONS }),
    ])
    const first = entries.map(({ document: { answer, at } }) => ({
      id: answer.summary.id,
      title: answer.titulo,
      template: answer.idPlantilla,
      about: '',
      at,
    }))
    return { count, first }
  },
  citizens: async ({ store, user }) => {
    const open = await findCitizensToSettle(store, user, MAX_DECISIONS)
    const first = open
      .slice(0, MAX_SHOWN_DECISIONS)
      .map(({ document: { answer, template, titulo, codigoMunicipio, at } }) => ({
        id: answer,
        title: titulo,
        template,
        about: codigoMunicipio,
        at,
      }))
    return { count: open.length, first }
  },
  conflicts: async (decisionsRequest) => openAnswers(decisionsRequest, 'conflicts'),
  revisions: async (decisionsRequest) => openAnswers(decisionsRequest, 'revisions'),
  requests: async (decisionsRequest) => openAnswers(decisionsRequest, 'requests'),
  payments: async ({ store, user, actor }) => {
    const values = listDisagreementKeysForUser(isEverywhere(user) ? null : municipalitiesOf(actor))
    const filter = { collection: 'payOrder', containsAny: { field: 'listing.reach', values } } as const
    const [count, entries] = await Promise.all([
      store.count({ ...filter, max: MAX_DECISIONS }),
      store.query({ ...filter, order: { field: 'createdAt', descending: false }, limit: MAX_SHOWN_DECISIONS }),
    ])
    const first = entries.map(({ document: { id, orderId, fullName, createdAt } }) => ({
      id,
      title: fullName,
      about: orderId,
      at: createdAt,
    }))
    return { count, first }
  },
  jobs: async ({ store, user, actor }) => {
    const filter: CountQuery & { readonly collection: 'jobs' } = {
      collection: 'jobs',
      where: { state: 'dead', ...(isEverywhere(user) ? {} : { municipality: municipalitiesOf(actor) }) },
    }
    const [count, entries] = await Promise.all([
      store.count({ ...filter, max: MAX_DECISIONS }),
      store.query({ ...filter, order: { field: 'dueAt', descending: false }, limit: MAX_SHOWN_DECISIONS }),
    ])
    const first = entries.map(({ document }) => {
      const job = document as unknown as Job
      return { id: job.id, title: job.kind, about: 'answer' in job.payload ? job.payload.answer : '', at: job.dueAt }
    })
    return { count, first }
  },
  devices: async ({ store, user, actor, now }) => {
    const entries = await store.query({
      collection: 'devices',
      where: isEverywhere(user) ? {} : { municipalityPath: municipalitiesOf(actor) },
      range: { field: 'seenAt', to: toInstant(toMilliseconds(now) - SILENT_DEVICE_MS - 1) },
      order: { field: 'seenAt', descending: false },
      limit: MAX_DECISIONS,
    })
    const silent = entries.flatMap(({ document }) => {
      const line = storedDeviceReportSchema.strip().safeParse(document)
      return line.success && canOverseeDevice(user, line.data) ? [line.data] : []
    })
    const first = silent.slice(0, MAX_SHOWN_DECISIONS).map(({ device, userId, name, email, seenAt }) => ({
      id: `${device}~${userId}`,
      title: name === '' ? email : name,
      about: device.slice(0, 8),
      at: seenAt,
    }))
    return { count: silent.length, first }
  },
}

/** Pending decisions of this user, by kind: the number up to a limit, and those waiting longest. */
export async function findPendingDecisions(store: Store, user: User, now: Instant): Promise<PendingDecisions> {
  const actor = actorOfUser(user)
  if (actor.kind !== 'staff') return { kinds: [] }
  const ownSupervision = computeSupervision(actor)
  const kinds = typedKeys(DECISION_KINDS).filter((kind) => ownSupervision[DECISION_KINDS[kind].of])
  return {
    kinds: await Promise.all(
      kinds.map(async (kind) => {
        const { count, first } = await FINDERS[kind]({ store, user, actor, now })
        return { kind, count, first: [...first] }
      }),
    ),
  }
}

async function openAnswers({ store, actor }: DecisionsRequest, kind: WaitingReason): Promise<FoundDecisions> {
  const filter = {
    collection: 'respuestas_formularios',
    containsAny: { field: 'listing.open', values: listWaitingSearchWords(kind, actor) },
  } as const
  const order = { field: 'lastUpdate', descending: false }
  const [count, entries] = await Promise.all([
    store.count({ ...filter, max: MAX_DECISIONS }),
    store.query({ ...filter, order, summaries: true, limit: MAX_SHOWN_DECISIONS }),
  ])
  const first = entries
    .map(({ document }) => document)
    .filter((document) => can(actor, 'correct', { kind: 'respuesta', document }))
    .map(({ idPlantilla, titulo, summary }) => ({
      id: summary.id,
      title: titulo,
      template: idPlantilla,
      about: summary.codigoMunicipio,
      at: summary.lastUpdate,
    }))
  return { count, first }
}

function isEverywhere(user: User): boolean {
  return user.roles[0] === 'ROLE_ADMIN'
}

/**
 * A page of the undecided held answers of the user's role, oldest first. `total` also counts answers that
 * `mayDecideHeldAnswer` then leaves out. Refuses with access.forbidden.
 */
export async function listHeldAnswers(store: Store, user: User, page: number): Promise<Result<HeldPage>> {
  if (!can(actorOfUser(user), 'correct', 'respuesta')) return refuse('access.forbidden')
  const filter = buildWaitingHeldQuery(user)
  const [entries, total] = await Promise.all([
    store.query({
      ...filter,
      order: { field: 'at', descending: false },
      summaries: true,
      limit: ANSWERS_PAGE_SIZE,
      offset: (page - 1) * ANSWERS_PAGE_SIZE,
    }),
    store.count(filter),
  ])
  const listedHeld = entries.map(({ document }) => document).filter((document) => mayDecideHeldAnswer(user, document))
  return ok({ held: listedHeld.map(toHeldAnswerListItem), page, pageSize: ANSWERS_PAGE_SIZE, total })
}

/**
 * Query for the waiting held answers of the user's role: all, those of the user's municipalities or areas, or only the
 * user's own in these areas.
 */
function buildWaitingHeldQuery(user: User): Pick<Query<'held'>, 'collection' | 'where' | 'containsAny'> {
  const waiting = { 'outcome.kind': 'waiting' }
  const actor = actorOfUser(user)
  switch (findRoleReach(actor.role)) {
    case 'everything':
      return { collection: 'held', where: waiting }
    case 'municipalities':
      return { collection: 'held', where: { ...waiting, municipality: municipalitiesOf(actor) } }
    case 'areas': {
      const own = seesOnlyOwnAnswers(actor) ? { 'answer.authorId': user.id } : {}
      return { collection: 'held', where: { ...waiting, ...own }, containsAny: { field: 'areas', values: user.areas } }
    }
  }
}
