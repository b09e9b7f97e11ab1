import { lacksAddress } from '../../places/documents/lacks-address.ts'
import type { PlaceNamedInForms } from '../../places/documents/location.ts'
import { type Instant, type Problem, toInstant, toMilliseconds } from '../../kernel/index.ts'
import {
  type FoundDocuments,
  type Key,
  keys,
  remove,
  set,
  type Unit,
  type Write,
  unitForKeys,
} from '../../store/index.ts'
import type { Job, JobKind, JobOf } from '../jobs.ts'
import { buildSentEmailWrites } from '../../answers/judge/sent-copies.ts'

/** Number of attempts, and times in milliseconds. */
type Limits = Readonly<Record<'jobAttempts' | 'jobLease' | 'jobFirstDelay' | 'jobLongestDelay', number>>

/** Writes that are committed once, together with the success of a job. */
type SuccessWrites<K extends JobKind> = {
  readonly keysOf: (job: JobOf<K>) => readonly Key[]
  readonly writes: (job: JobOf<K>, id: string, documents: FoundDocuments) => readonly Write[]
  /** the job is kept as done, so that queueing it again has no effect */
  readonly isKept: boolean
}

const NOTHING = { keysOf: (): readonly Key[] => [], writes: (): readonly Write[] => [], isKept: false }
/** Keeps the job, so that it is not queued again. */
const KEEP_JOB = { ...NOTHING, isKept: true }

// Kinds without an entry write nothing, and their jobs are deleted when done.
const SUCCESS_WRITES: { readonly [K in JobKind]?: SuccessWrites<K> } = {
  // The version does not change, so that linking causes no conflict with corrections.
  'incident.create': {
    keysOf: ({ payload }) => [keys.answer(payload.answer)],
    writes: ({ payload }, id, documents) => {
      const key = keys.answer(payload.answer)
      const answer = documents.get(key)
      if (answer === undefined || id === '') return []
      return [set(key, { ...answer, muniCore: { ...answer.muniCore, idIncidente: id } })]
    },
    isKept: true,
  },
  // An address is only written if the point is unchanged and still has no address.
  'location.resolve': {
    keysOf: ({ payload }) => [keys.answer(payload.answer)],
    writes: ({ payload }, address, documents) => {
      const key = keys.answer(payload.answer)
      const answer = documents.get(key)
      if (answer === undefined || address === '' || !lacksAddress(answer.ubicacion)) return []
      const { latitude, longitude } = answer.ubicacion.latlng
      if (latitude !== payload.latlng.latitude || longitude !== payload.latlng.longitude) return []
      return [set(key, { ...answer, ubicacion: { ...answer.ubicacion, direccion: address } })]
    },
    isKept: false,
  },
  // The handler writes the result, because only the handler knows when the registry did not reply.
  'citizen.check': KEEP_JOB,
  // The job, which contains the e-mail address, is deleted. The sent copy is counted.
  'copy.send': {
    keysOf: ({ payload }) => [keys.answer(payload.answer), keys.sentCopies(payload.answer)],
    writes: (job, _, documents) => buildSentEmailWrites(job, documents),
    isKept: false,
  },
  // Marks the request's message as sent; the version does not change, as with an incident.
  'citizen.message': {
    keysOf: ({ payload }) => [keys.answer(payload.answer)],
    writes: ({ payload }, id, documents) => {
      const key = keys.answer(payload.answer)
      const answer = documents.get(key)
      if (answer === undefined || id === '') return []
      const requestsForChanges = answer.requestsForChanges.map((request, index) =>
        index === payload.request ? { ...request, messageSent: true } : request,
      )
      return [set(key, { ...answer, requestsForChanges })]
    },
    isKept: false,
  },
  // The handler writes the result as a fact.
  'payment.refund': KEEP_JOB,
  'payment.receipt': KEEP_JOB,
  'payment.tickets': KEEP_JOB,
  // Removes the progress of a renaming.
  'area.rename': {
    keysOf: ({ payload }) => [keys.area(payload.area)],
    writes: ({ payload }, _, documents) => endRenamingWrites(keys.area(payload.area), documents),
    isKept: false,
  },
  'municipality.rename': {
    keysOf: ({ municipality }) => [keys.municipality(municipality)],
    writes: ({ municipality }, _, documents) => endRenamingWrites(keys.municipality(municipality), documents),
    isKept: false,
  },
}

/** Ends a renaming. */
function endRenamingWrites(placeKey: Key<PlaceNamedInForms>, documents: FoundDocuments): readonly Write[] {
  const place = documents.get(placeKey)
  if (place?.renaming === undefined) return []
  const { renaming: _, ...rest } = place
  return [set(placeKey, rest)]
}

function pickSuccessWrites<K extends JobKind>({ kind }: JobOf<K>): SuccessWrites<K> {
  return (SUCCESS_WRITES[kind] ?? NOTHING) as SuccessWrites<K>
}

/**
 * Claims a due job for one attempt. No other runner claims it during the lease. After a crash it is due again when the
 * lease ends.
 * @returns the job with this attempt counted, or undefined if it is not due, not waiting or given up
 */
export function claimJobUnit(
  id: string,
  now: Instant,
  { jobAttempts, jobLease, jobLongestDelay }: Limits,
): Unit<Job | undefined> {
  return unitForKeys<Job | undefined>([keys.job(id)], (documents) => {
    const job = documents.get(keys.job(id))
    const isWaiting =
      job !== undefined &&
      job.dueAt > now &&
      job.dueAt < computeLatestPlausibleDueTime(now, { jobLease, jobLongestDelay })
    if (job?.state !== 'waiting' || isWaiting) return { result: undefined, writes: [] }
    // The maximum number of attempts was started, and none had a result. The job probably crashes the server.
    if (job.attempts >= jobAttempts) return { result: undefined, writes: [buildJobWrite({ ...job, state: 'dead' })] }
    const takenJob: Job = { ...job, attempts: job.attempts + 1, dueAt: toInstant(toMilliseconds(now) + jobLease) }
    return { result: takenJob, writes: [buildJobWrite(takenJob)] }
  })
}

/**
 * Returns the latest plausible due time of a job. If a due time is later, the clock was ahead when it was set, and the
 * job counts as due.
 */
export function computeLatestPlausibleDueTime(
  now: Instant,
  { jobLease, jobLongestDelay }: Pick<Limits, 'jobLease' | 'jobLongestDelay'>,
): Instant {
  return toInstant(toMilliseconds(now) + 2 * Math.max(jobLease, jobLongestDelay))
}

/** Records success, even if the lease has ended, because the other system treats repeated attempts as one. */
export function recordJobSuccessUnit(job: Job, id: string): Unit<void> {
  const { keysOf, writes, isKept } = pickSuccessWrites(job)
  return unitForKeys<void>([keys.job(job.id), ...keysOf(job)], (documents) => {
    const current = documents.get(keys.job(job.id))
    if (current === undefined || current.state === 'done') return { result: undefined, writes: [] }
    const { lastProblem: _, ...rest } = current
    const ownWrite = isKept ? buildJobWrite({ ...rest, state: 'done' }) : remove(keys.job(job.id))
    return { result: undefined, writes: [ownWrite, ...writes(job, id, documents)] }
  })
}

/**
 * Records a failure: schedules the next attempt with back-off and jitter, or ends the job. Has no effect if another
 * attempt has started. `random` is in [0, 1).
 */
export function recordJobFailureUnit(
  job: Job,
  { problem, isFinal }: { readonly problem: Problem; readonly isFinal: boolean },
  { now, random }: { readonly now: Instant; readonly random: number },
  limits: Limits,
): Unit<void> {
  return unitForKeys<void>([keys.job(job.id)], (documents) => {
    const current = documents.get(keys.job(job.id))
    if (current?.state !== 'waiting' || current.attempts !== job.attempts) return { result: undefined, writes: [] }
    if (isFinal || job.attempts >= limits.jobAttempts)
      return { result: undefined, writes: [buildJobWrite({ ...current, state: 'dead', lastProblem: problem })] }
    const bound = Math.min(limits.jobLongestDelay, limits.jobFirstDelay * 2 ** (job.attempts - 1))
    const dueAt = toInstant(toMilliseconds(now) + Math.ceil((bound / 2) * (1 + random)))
    return { result: undefined, writes: [buildJobWrite({ ...current, dueAt, lastProblem: problem })] }
  })
}

/**
 * Sets a job back to waiting without counting the attempt, because no request was made. Has no effect if another
 * attempt has started.
 * @param isAdvanced earlier attempts no longer count either
 */
export function resetJobUnit(job: Job, dueAt: Instant, isAdvanced = false): Unit<void> {
  return unitForKeys<void>([keys.job(job.id)], (documents) => {
    const current = documents.get(keys.job(job.id))
    if (current?.state !== 'waiting' || current.attempts !== job.attempts) return { result: undefined, writes: [] }
    const attempts = isAdvanced ? 0 : current.attempts - 1
    return { result: undefined, writes: [buildJobWrite({ ...current, attempts, dueAt })] }
  })
}

/** Postpones the jobs of an unavailable system until it is tried again, without counting attempts. */
export function postponeJobsUnit(late: readonly { readonly job: Job; readonly until: Instant }[]): Unit<void> {
  return unitForKeys<void>(
    late.map(({ job }) => keys.job(job.id)),
    (documents) => ({
      result: undefined,
      writes: late.flatMap(({ job, until }): readonly Write[] => {
        const current = documents.get(keys.job(job.id))
        const isLeft = current?.state === 'waiting' && current.dueAt === job.dueAt
        return isLeft ? [buildJobWrite({ ...current, dueAt: until })] : []
      }),
    }),
  )
}

/** Retries a dead job on request of a user. */
export function retryDeadJob(job: Job, now: Instant): Job {
  return job.state === 'dead' ? { ...job, state: 'waiting', attempts: 0, dueAt: now } : job
}

function buildJobWrite(job: Job): Write {
  return set(keys.job(job.id), job)
}
