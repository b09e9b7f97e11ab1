import { Hono } from 'hono'
import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { keys, type DeadJobs, type Job } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { refused, refusedFor } from '../http/problems.ts'
import { revived } from '../jobs/job-units.ts'
import type { Guard } from '../sessions/guard.ts'
import { unitOver } from '../sessions/unit.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const MOST_SHOWN = 100
const ID = /^[\w.]{1,60}~[0-9A-Z]{26}$/

/** What failed for good in other systems, for those who administer the municipality, and their "try again". */
export function jobRoutes({ ports }: Core, guard: Guard): Hono {
  const { store, clock } = ports
  const routes = new Hono()

  routes.get('/jobs/dead', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const { user } = signedIn.value
    if (!administers(user)) return refusedFor('access.forbidden')
    const everywhere = user.roles[0] === 'ROLE_ADMIN'
    const entries = await store.query({
      collection: 'jobs',
      where: { state: 'dead', ...(everywhere ? {} : { municipality: municipalitiesOf(actorOfUser(user)) }) },
      order: { field: 'dueAt', descending: false },
      limit: MOST_SHOWN,
    })
    return c.json({ jobs: entries.map(({ document }) => document as unknown as Job) } satisfies DeadJobs, 200, NO_STORE)
  })

  routes.post('/jobs/:id/retry', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const { user } = signedIn.value
    if (!administers(user)) return refusedFor('access.forbidden')
    const id = c.req.param('id')
    if (!ID.test(id)) return refusedFor('request.not-found')
    const key = keys.job(id)
    const done = await store.commit(
      unitOver<Result<Job>>([key], (found) => {
        const job = found.get(key) as Job | undefined
        if (job === undefined || !reaches(user, job)) return { result: refuse('request.not-found'), writes: [] }
        const next = revived(job, toInstant(clock()))
        return { result: ok(next), writes: next === job ? [] : [{ kind: 'set', key, document: next }] }
      }),
    )
    return done.ok ? c.json({ job: done.value }, 200, NO_STORE) : refused(done.problem)
  })

  return routes
}

function administers(user: User): boolean {
  return can(actorOfUser(user), 'manage', 'usuario_municipio')
}

function reaches(user: User, job: Job): boolean {
  return user.roles[0] === 'ROLE_ADMIN' || municipalitiesOf(actorOfUser(user)).some((own) => own === job.municipality)
}
