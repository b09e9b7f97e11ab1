import { set, keys, unitForKeys } from '#domain/store/index.ts'
import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { deviceLineSchema, type DeviceLine, overseesDevice } from '#domain/devices/index.ts'
import type { Job } from '#domain/jobs/index.ts'
import type { HeldDecision, HeldResult } from '#domain/answers/index.ts'
import { decideHeldUnit, type HeldAction } from '#domain/answers/judge/index.ts'
import { type AuditAct, withAudit } from '#domain/audit/index.ts'
import { withJobs, reviveJob } from '#domain/jobs/judge/index.ts'
import type { Core } from '../context.ts'
import { findDecisions } from './find-decisions.ts'
import { findPending } from './find-pending.ts'
import { findHeldAnswer } from './find-held.ts'
import { listHeldAnswers } from './list-held.ts'
import type { SomeHandlers } from '../endpoints/serve.ts'
import { supportedJobs } from './handlers.ts'
import { maySeeJob, seesAllJobs } from './job-reach.ts'

/** Maximum devices read, more than any municipality has. At the limit, the reply is marked as incomplete. */
const MAX_DEVICES = 2_000
const MAX_JOBS = 100

/** Handlers for supervisors: held answers, devices, and tasks in other systems that failed for good. */
export function supervisionHandlers(core: Core) {
  const { store, clock, connectors } = core.ports

  async function decide(user: User, address: string | undefined, wish: HeldAction): Promise<Result<HeldDecision>> {
    const now = toInstant(clock())
    const held = await store.get(keys.held(wish.answer))
    const noted = (result: Result<HeldResult>): AuditAct => ({
      action: wish.kind === 'accept' ? 'held.accepted' : 'held.discarded',
      target: keys.answer(wish.answer),
      by: user,
      from: address,
      municipality: held && municipalityOfDocument(held.answer),
      details: result.ok && result.value.outcome.kind === 'accepted' ? { code: result.value.outcome.code } : {},
    })
    const unit = withAudit(withJobs(decideHeldUnit(wish, user.id, now), supportedJobs(connectors), now), noted, now)
    const done = await store.commit(unit)
    return done.ok ? ok({ held: done.value }) : done
  }

  return {
    readDecisions: async ({ user }) => ok(await findDecisions(store, user, toInstant(clock()))),

    readPending: async ({ user, query: { since } }) =>
      ok(await findPending(store, user, { since, now: toInstant(clock()) })),

    listHeld: ({ user, query }) => listHeldAnswers(store, user, query.page),

    async readHeld({ user, params }) {
      const held = await findHeldAnswer(store, user, params.id)
      return held.ok ? ok({ held: held.value }) : held
    },

    acceptHeld: ({ user, params, address }) => decide(user, address, { kind: 'accept', answer: params.id }),
    discardHeld: ({ user, params, body, address }) =>
      decide(user, address, { kind: 'discard', answer: params.id, reason: body.reason }),

    async listDevices({ user }) {
      const entries = await store.query({
        collection: 'devices',
        where: seesAllJobs(user) ? {} : { municipalityPath: municipalitiesOf(actorOfUser(user)) },
        order: { field: 'seenAt', descending: true },
        limit: MAX_DEVICES,
      })
      const devices = entries.flatMap(({ document }): DeviceLine[] => {
        // Skips entries of an earlier release. The device reports again with its next pull.
        const line = deviceLineSchema.strip().safeParse(document)
        return line.success && overseesDevice(user, line.data) ? [line.data] : []
      })
      const complete = entries.length < MAX_DEVICES && !isFull(devices, core.tuning.devicesPerUser)
      return ok({ serverTime: toInstant(clock()), devices, complete })
    },

    async listFailedJobs({ user }) {
      const entries = await store.query({
        collection: 'jobs',
        where: { state: 'dead', ...(seesAllJobs(user) ? {} : { municipality: municipalitiesOf(actorOfUser(user)) }) },
        order: { field: 'dueAt', descending: false },
        limit: MAX_JOBS,
      })
      return ok({ jobs: entries.map(({ document }) => document as unknown as Job) })
    },

    retryJob: ({ user, params }) => {
      const key = keys.job(params.id)
      return store.commit(
        unitForKeys<Result<{ readonly job: Job }>>([key], (found) => {
          const job = found.get(key)
          if (job === undefined || !maySeeJob(user, job)) return { result: refuse('request.not-found'), writes: [] }
          const next = reviveJob(job, toInstant(clock()))
          return { result: ok({ job: next }), writes: next === job ? [] : [set(key, next)] }
        }),
      )
    },
  } satisfies SomeHandlers
}

/** True when an account has the maximum number of stored devices, so that it may have more. */
function isFull(devices: readonly DeviceLine[], most: number): boolean {
  const counts = new Map<string, number>()
  for (const { userId } of devices) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  return [...counts.values()].some((count) => count >= most)
}
