import { lacksAddress } from '../../places/documents/lacks-address.ts'
import type { CopiedPlace } from '../../places/documents/location.ts'
import { type Instant, type Problem, toInstant, toMilliseconds } from '../../kernel/index.ts'
import { type Found, type Key, keys, remove, set, type Unit, type Write, unitOver } from '../../store/index.ts'
import type { Job, JobKind, JobOf } from '../jobs.ts'
import { letterSent } from '../../answers/judge/sent-copies.ts'

/** Attempts, and times in milliseconds. */
type Limits = Readonly<Record<'jobAttempts' | 'jobLease' | 'jobFirstDelay' | 'jobLongestDelay', number>>

/** What a success writes, which happens once. */
type Aftermath<K extends JobKind> = {
  readonly keysOf: (job: JobOf<K>) => readonly Key[]
  readonly writes: (job: JobOf<K>, id: string, found: Found) => readonly Write[]
  /** the job stays, done: so that what is queued twice is one */
  readonly isKept: boolean
}

const NOTHING = { keysOf: (): readonly Key[] => [], writes: (): readonly Write[] => [], isKept: false }
/** It is kept, so that it is not queued again. */
const KEPT = { ...NOTHING, isKept: true }

// What is missing writes nothing, and is gone when it is done.
const AFTERWARDS: { readonly [K in JobKind]?: Aftermath<K> } = {
  // A tie to another system is no edit: the version stays, so that no correction meets a conflict with a machine.
  'incident.create': {
    keysOf: ({ payload }) => [keys.answer(payload.answer)],
    writes: ({ payload }, id, found) => {
      const key = keys.answer(payload.answer)
      const answer = found.get(key)
      if (answer === undefined || id === '') return []
      return [set(key, { ...answer, muniCore: { ...answer.muniCore, idIncidente: id } })]
    },
    isKept: true,
  },
  // What a person wrote meanwhile, or where they moved it, stays.
  'location.resolve': {
    keysOf: ({ payload }) => [keys.answer(payload.answer)],
    writes: ({ payload }, address, found) => {
      const key = keys.answer(payload.answer)
      const answer = found.get(key)
      if (answer === undefined || address === '' || !lacksAddress(answer.ubicacion)) return []
      const { latitude, longitude } = answer.ubicacion.latlng
      if (latitude !== payload.latlng.latitude || longitude !== payload.latlng.longitude) return []
      return [set(key, { ...answer, ubicacion: { ...answer.ubicacion, direccion: address } })]
    },
    isKept: false,
  },
  // What the registry says is written by the handler, which also knows when it says nothing.
  'citizen.check': KEPT,
  // Its address goes with it; that one more has left stands beside the answer.
  'copy.send': {
    keysOf: ({ payload }) => [keys.answer(payload.answer), keys.sentCopies(payload.answer)],
    writes: (job, _, found) => letterSent(job, found),
    isKept: false,
  },
  // The request says that its message has gone out; the version stays, as with an incident.
  'citizen.message': {
    keysOf: ({ payload }) => [keys.answer(payload.answer)],
    writes: ({ payload }, id, found) => {
      const key = keys.answer(payload.answer)
      const answer = found.get(key)
      if (answer === undefined || id === '') return []
      const requestsForChanges = answer.requestsForChanges.map((request, index) =>
        index === payload.request ? { ...request, messageSent: true } : request,
      )
      return [set(key, { ...answer, requestsForChanges })]
    },
    isKept: false,
  },
  // What became of it is written by the handler: facts go the way of every fact.
  'payment.refund': KEPT,
  'payment.receipt': KEPT,
  'payment.tickets': KEPT,
  // The progress of a renaming is no longer shown.
  'area.rename': {
    keysOf: ({ payload }) => [keys.area(payload.area)],
    writes: ({ payload }, _, found) => ended(keys.area(payload.area), found),
    isKept: false,
  },
  'municipality.rename': {
    keysOf: ({ municipality }) => [keys.municipality(municipality)],
    writes: ({ municipality }, _, found) => ended(keys.municipality(municipality), found),
    isKept: false,
  },
}

/** A renaming has come to its end. */
function ended(of: Key<CopiedPlace>, found: Found): readonly Write[] {
  const place = found.get(of)
  if (place?.renaming === undefined) return []
  const { renaming: _, ...rest } = place
  return [set(of, rest)]
}

function aftermathOf<K extends JobKind>({ kind }: JobOf<K>): Aftermath<K> {
  return (AFTERWARDS[kind] ?? NOTHING) as Aftermath<K>
}

/**
 * Takes a due job for one attempt: no one else takes it until its time is over; if the server dies, it is due then.
 * @returns the job with this attempt counted, or undefined when there is nothing to do now
 */
export function claimUnit(
  id: string,
  now: Instant,
  { jobAttempts, jobLease, jobLongestDelay }: Limits,
): Unit<Job | undefined> {
  return unitOver<Job | undefined>([keys.job(id)], (found) => {
    const job = found.get(keys.job(id))
    const isWaiting =
      job !== undefined && job.dueAt > now && job.dueAt < tooFarAhead(now, { jobLease, jobLongestDelay })
    if (job?.state !== 'waiting' || isWaiting) return { result: undefined, writes: [] }
    // Each of its attempts ended without a word: it takes the server down with it.
    if (job.attempts >= jobAttempts) return { result: undefined, writes: [written({ ...job, state: 'dead' })] }
    const taken: Job = { ...job, attempts: job.attempts + 1, dueAt: toInstant(toMilliseconds(now) + jobLease) }
    return { result: taken, writes: [written(taken)] }
  })
}

/** Later than any wait that begins now: put there by a clock that was ahead, and due. */
export function tooFarAhead(
  now: Instant,
  { jobLease, jobLongestDelay }: Pick<Limits, 'jobLease' | 'jobLongestDelay'>,
): Instant {
  return toInstant(toMilliseconds(now) + 2 * Math.max(jobLease, jobLongestDelay))
}

/** It has happened. True also of an attempt whose time was over: the other system knows both by one key. */
export function doneUnit(job: Job, id: string): Unit<void> {
  const { keysOf, writes, isKept } = aftermathOf(job)
  return unitOver<void>([keys.job(job.id), ...keysOf(job)], (found) => {
    const current = found.get(keys.job(job.id))
    if (current === undefined || current.state === 'done') return { result: undefined, writes: [] }
    const { lastProblem: _, ...rest } = current
    const own = isKept ? written({ ...rest, state: 'done' }) : remove(keys.job(job.id))
    return { result: undefined, writes: [own, ...writes(job, id, found)] }
  })
}

/** It has not happened: again, by back-off with jitter, or dead. A late attempt has no say. @param random in [0, 1) */
export function failedUnit(
  job: Job,
  problem: Problem,
  isFinal: boolean,
  now: Instant,
  random: number,
  limits: Limits,
): Unit<void> {
  return unitOver<void>([keys.job(job.id)], (found) => {
    const current = found.get(keys.job(job.id))
    if (current?.state !== 'waiting' || current.attempts !== job.attempts) return { result: undefined, writes: [] }
    if (isFinal || job.attempts >= limits.jobAttempts)
      return { result: undefined, writes: [written({ ...current, state: 'dead', lastProblem: problem })] }
    const bound = Math.min(limits.jobLongestDelay, limits.jobFirstDelay * 2 ** (job.attempts - 1))
    const dueAt = toInstant(toMilliseconds(now) + Math.ceil((bound / 2) * (1 + random)))
    return { result: undefined, writes: [written({ ...current, dueAt, lastProblem: problem })] }
  })
}

/** No one was asked: it comes again, and the attempt is not counted. An attempt whose time was over says nothing. */
export function waitUnit(job: Job, dueAt: Instant): Unit<void> {
  return unitOver<void>([keys.job(job.id)], (found) => {
    const current = found.get(keys.job(job.id))
    if (current?.state !== 'waiting' || current.attempts !== job.attempts) return { result: undefined, writes: [] }
    return { result: undefined, writes: [written({ ...current, attempts: current.attempts - 1, dueAt })] }
  })
}

/** Their system is down: those not taken since come again when it is tried again, and no attempt is counted. */
export function postponeUnit(late: readonly { readonly job: Job; readonly until: Instant }[]): Unit<void> {
  return unitOver<void>(
    late.map(({ job }) => keys.job(job.id)),
    (found) => ({
      result: undefined,
      writes: late.flatMap(({ job, until }): readonly Write[] => {
        const current = found.get(keys.job(job.id))
        const isLeft = current?.state === 'waiting' && current.dueAt === job.dueAt
        return isLeft ? [written({ ...current, dueAt: until })] : []
      }),
    }),
  )
}

/** A person wants a dead job tried again. */
export function revived(job: Job, now: Instant): Job {
  return job.state === 'dead' ? { ...job, state: 'waiting', attempts: 0, dueAt: now } : job
}

function written(job: Job): Write {
  return set(keys.job(job.id), job)
}
