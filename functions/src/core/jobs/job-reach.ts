import { actorOfUser, municipalitiesOf, computeOversight } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Job } from '#domain/jobs/index.ts'

/** True when this user sees the failed tasks of all municipalities. Others see those of their own municipalities. */
export function seesAllJobs(user: User): boolean {
  return user.roles[0] === 'ROLE_ADMIN'
}

export function maySeeJob(user: User, job: Job): boolean {
  return seesAllJobs(user) || municipalitiesOf(actorOfUser(user)).some((own) => own === job.municipality)
}

/** True when this user may retry the job. */
export function mayRetryJob(user: User, job: Job): boolean {
  return computeOversight(actorOfUser(user)).jobs && maySeeJob(user, job)
}
