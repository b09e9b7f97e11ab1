import { actorOfUser, municipalitiesOf, oversightOf } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Job } from '#domain/jobs/index.ts'

/** Whose failed tasks they see: the administrator everybody's, others those of the municipalities that they work in. */
export function seesAllJobs(user: User): boolean {
  return user.roles[0] === 'ROLE_ADMIN'
}

export function reachesJob(user: User, job: Job): boolean {
  return seesAllJobs(user) || municipalitiesOf(actorOfUser(user)).some((own) => own === job.municipality)
}

/** Whether they may have it tried again. */
export function mayRetryJob(user: User, job: Job): boolean {
  return oversightOf(actorOfUser(user)).jobs && reachesJob(user, job)
}
