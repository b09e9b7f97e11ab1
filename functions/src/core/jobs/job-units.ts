import { type Instant, type Problem, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { keys, type Unit, type Write, unitOver } from '#domain/store/index.ts'
import type { Job } from '#domain/sync/index.ts'
import type { Tuning } from '../tuning.ts'
import { HANDLERS } from './handlers.ts'

type Limits = Pick<Tuning, 'jobAttempts' | 'jobLease' | 'jobFirstDelay' | 'jobLongestDelay'>

/**
 * Takes a due job for one attempt: until its time is over nobody else takes it, and if the server dies meanwhile, it is due again then.
 * @returns the job with this attempt counted, or undefined when there is nothing to do now
 */
export function claimUnit(
  id: string,
  now: Instant,
  { jobAttempts, jobLease, jobLongestDelay }: Limits,
): Unit<Job | undefined> {
  return unitOver<Job | undefined>([keys.job(id)], (found) => {
    const job = found.get(keys.job(id)) as Job | undefined
    const isWaiting =
      job !== undefined && job.dueAt > now && job.dueAt < tooFarAhead(now, { jobLease, jobLongestDelay })
    if (job?.state !== 'waiting' || isWaiting) return { result: undefined, writes: [] }
    // Each of its attempts ended without a word: it takes the server down with it.
    if (job.attempts >= jobAttempts) return { result: undefined, writes: [set({ ...job, state: 'dead' })] }
    const taken: Job = { ...job, attempts: job.attempts + 1, dueAt: toInstant(toMilliseconds(now) + jobLease) }
    return { result: taken, writes: [set(taken)] }
  })
}

/** Later than any wait that begins now: put there by a clock that was ahead, and due. */
export function tooFarAhead(
  now: Instant,
  { jobLease, jobLongestDelay }: Pick<Limits, 'jobLease' | 'jobLongestDelay'>,
): Instant {
  return toInstant(toMilliseconds(now) + 2 * Math.max(jobLease, jobLongestDelay))
}

/** It has happened. True whoever says so, also an attempt whose time was over: the other system knows both by one key. */
export function doneUnit(job: Job, id: string): Unit<void> {
  return unitOver<void>([keys.job(job.id), keys.answer(job.payload.answer)], (found) => {
    const current = found.get(keys.job(job.id)) as Job | undefined
    if (current === undefined || current.state === 'done') return { result: undefined, writes: [] }
    const { lastProblem: _, ...rest } = current
    return {
      result: undefined,
      writes: [set({ ...rest, state: 'done' }), ...HANDLERS[job.kind].afterwards(job, id, found)],
    }
  })
}

/**
 * It has not happened: later again, by exponential back-off with jitter, or dead. An attempt whose time was over has nothing to say any more.
 * @param random in [0, 1)
 */
export function failedUnit(
  job: Job,
  problem: Problem,
  isFinal: boolean,
  now: Instant,
  random: number,
  limits: Limits,
): Unit<void> {
  return unitOver<void>([keys.job(job.id)], (found) => {
    const current = found.get(keys.job(job.id)) as Job | undefined
    if (current?.state !== 'waiting' || current.attempts !== job.attempts) return { result: undefined, writes: [] }
    if (isFinal || job.attempts >= limits.jobAttempts)
      return { result: undefined, writes: [set({ ...current, state: 'dead', lastProblem: problem })] }
    const bound = Math.min(limits.jobLongestDelay, limits.jobFirstDelay * 2 ** (job.attempts - 1))
    const dueAt = toInstant(toMilliseconds(now) + Math.ceil((bound / 2) * (1 + random)))
    return { result: undefined, writes: [set({ ...current, dueAt, lastProblem: problem })] }
  })
}

/** A person wants a dead job tried again. */
export function revived(job: Job, now: Instant): Job {
  return job.state === 'dead' ? { ...job, state: 'waiting', attempts: 0, dueAt: now } : job
}

function set(job: Job): Write {
  return { kind: 'set', key: keys.job(job.id), document: job }
}
