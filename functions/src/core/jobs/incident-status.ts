import { actorOfUser, municipalitiesOf, computeSupervision } from '#domain/access/index.ts'
import type { Job } from '#domain/jobs/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { IncidentStatus } from '#domain/answers/index.ts'
import type { Store } from '../ports.ts'
import { findAnswer } from '../answers/find-answer.ts'

const NONE: IncidentStatus = { state: 'none', mayRetry: false }

/** State of an answer's incident, for a user who may read the answer. Refuses with answer.missing. */
export async function readIncidentStatus(store: Store, user: User, id: string): Promise<Result<IncidentStatus>> {
  const answer = await findAnswer(store, user, id)
  if (!answer.ok) return answer
  const job = await store.get(keys.job(`incident.create~${answer.value.id}`))
  if (job === undefined || job.state === 'done' || answer.value.muniCore?.idIncidente !== undefined) return ok(NONE)
  if (job.state === 'waiting') return ok({ state: 'waiting', mayRetry: false })
  const { lastProblem: problem } = job
  const reason = problem === undefined ? {} : { problem }
  return ok({ state: 'failed', task: job.id, ...reason, mayRetry: mayRetryJob(user, job) })
}

/**
 * True when this user sees the jobs and devices of all municipalities. Others see those of their own municipalities.
 */
export function canSeeAllJobs(user: User): boolean {
  return user.roles[0] === 'ROLE_ADMIN'
}

export function maySeeJob(user: User, job: Job): boolean {
  return (
    canSeeAllJobs(user) ||
    municipalitiesOf(actorOfUser(user)).some((ownMunicipalityPath) => ownMunicipalityPath === job.municipality)
  )
}

/** True when this user may retry the job. */
function mayRetryJob(user: User, job: Job): boolean {
  return computeSupervision(actorOfUser(user)).jobs && maySeeJob(user, job)
}
