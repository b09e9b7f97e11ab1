import { toInstant } from '#domain/kernel/index.ts'
import type { Job, JobKind } from '#domain/jobs/index.ts'
import type { JobResult, Connectors, Ports, Clock } from '../ports.ts'
import { DEFAULT_TUNING, type Tuning } from '../tuning.ts'
import { runJob, listRunnableJobKinds, findExternalSystemName } from './handlers.ts'
import {
  claimJobUnit,
  recordJobSuccessUnit,
  recordJobFailureUnit,
  postponeJobsUnit,
  computeLatestPlausibleDueTime,
  resetJobUnit,
} from '#domain/jobs/judge/index.ts'

/** Consecutive failures after which a system counts as down; one bad job is not enough. */
export const MIN_FAILURES_TO_OPEN_BREAKER = 3
/** Milliseconds for which a system that is down is not called. Each failed trial call doubles the pause. */
const FIRST_PAUSE = 30_000
export const MAX_PAUSE_MS = 10 * 60_000
/** Maximum remembered systems, more than ever exist. Beyond it the oldest are forgotten. */
const MAX_SYSTEMS = 10_000

type BreakerState = { readonly failures: number; readonly pause: number; readonly until: number }
const HEALTHY_STATE: BreakerState = { failures: 0, pause: 0, until: 0 }

/**
 * A circuit breaker for each outside system (or webhook receiver), in memory: a restart tries each again.
 *
 *     closed ──failures in a row──▶ open ──pause is over──▶ half open: one call
 *        ▲                           ▲                        │        │
 *        └──────────────────────────────────────────succeeded┘         │
 *                                    └───────failed, the pause doubles─┘
 */
type Breakers = {
  /** Number of calls allowed now: none while open, one when half open. */
  allowed(system: string): number
  /** milliseconds until the next allowed call; 0 when allowed now */
  wait(system: string): number
  /** records the outcome of a call */
  note(system: string, isHealthy: boolean): void
}

/** @param clock milliseconds */
export function createCircuitBreakers(clock: Clock): Breakers {
  const states = new Map<string, BreakerState>()
  // Ignores a wait longer than one pause, which shows that the clock was set back.
  const computeRemainingPause = ({ until, pause }: BreakerState): number => {
    const wait = until - clock()
    return wait > pause ? 0 : Math.max(0, wait)
  }
  const getBreakerState = (system: string): BreakerState => states.get(system) ?? HEALTHY_STATE
  return {
    allowed: (system) => {
      const state = getBreakerState(system)
      if (computeRemainingPause(state) > 0) return 0
      return state.failures >= MIN_FAILURES_TO_OPEN_BREAKER ? 1 : Infinity
    },
    wait: (system) => computeRemainingPause(getBreakerState(system)),
    note: (system, isHealthy) => {
      const state = getBreakerState(system)
      states.delete(system)
      if (isHealthy) return
      const failures = state.failures + 1
      const isNewlyOpen = failures >= MIN_FAILURES_TO_OPEN_BREAKER && computeRemainingPause(state) === 0
      const pause = isNewlyOpen ? Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE, state.pause * 2)) : state.pause
      states.set(system, { failures, pause, until: isNewlyOpen ? clock() + pause : state.until })
      const [oldest] = states.keys()
      if (states.size > MAX_SYSTEMS && oldest !== undefined) states.delete(oldest)
    },
  }
}

type JobPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'log' | 'files' | 'pdfs' | 'connectors'>

/** Maximum jobs per run, for kinds that are slow or expensive. */
const MAX_JOBS_PER_RUN: { readonly [K in JobKind]?: number } = { 'location.resolve': 5, 'copy.send': 5 }
/** Kinds whose jobs run concurrently, so that a slow receiver delays no others. */
const CONCURRENT_KINDS: ReadonlySet<JobKind> = new Set(['webhook.send'])
/** Number of jobs read for each job that may run, so that systems take turns even when one system has a long queue. */
const JOBS_READ_PER_JOB = 10
/** Problems that mean that the system is down; other problems concern the job. */
const SYSTEM_DOWN_CODES: ReadonlySet<string> = new Set([
  'network.unreachable',
  'citizen.search-failed',
  'map.geocode-failed',
])

type LaneResult = {
  readonly tried: number
  /** more jobs of the kind are due and may run at once */
  readonly more: boolean
}

/**
 * Runs due jobs once. Every kind has its own lane with its own limit (`jobsAtOnce`), and lanes run concurrently, so
 * that a slow system delays no other kind. Waits for the slowest lane; hosts that repeat runs use `runLane` instead.
 * @returns the number of jobs tried
 */
export async function runDueJobs(
  ports: JobPorts,
  now: number,
  tuning: Tuning = DEFAULT_TUNING,
  breakers: Breakers = createCircuitBreakers(ports.clock),
): Promise<number> {
  const looks = await Promise.all(
    listRunnableJobKinds(ports.connectors).map((kind) => runLane(ports, kind, now, { breakers, tuning })),
  )
  return looks.reduce((sum, { tried }) => sum + tried, 0)
}

/**
 * Runs the due jobs of one kind, at most `jobsAtOnce`, one by one except for kinds in `CONCURRENT_KINDS`. A job may run
 * more than once: if the server stops after the other system's reply, the call is repeated with the same key. Jobs of a
 * system that is down wait without using an attempt.
 */
export async function runLane(
  ports: JobPorts,
  kind: JobKind,
  now: number,
  { breakers, tuning = DEFAULT_TUNING }: { readonly breakers: Breakers; readonly tuning?: Tuning },
): Promise<LaneResult> {
  const { store, connectors = {} } = ports
  const max = Math.min(tuning.jobsAtOnce, MAX_JOBS_PER_RUN[kind] ?? Infinity)
  const waiting = await findDueJobs(ports, kind, max * JOBS_READ_PER_JOB, { now, tuning })
  const isFull = waiting.length >= max * JOBS_READ_PER_JOB
  const behind = isFull ? waiting.filter((job) => breakers.wait(findExternalSystemName(job)) > 0) : []
  // Postpones the jobs of systems that are down, because they fill the batch and hide all others.
  if (behind.length > 0) await store.commit(postponeJobsUnit(behind.map(postponeAfterPause)))
  const due = alternateBySystem(waiting, breakers).slice(0, max)
  let tried = 0
  const one = async (job: Job): Promise<void> => {
    if (breakers.allowed(findExternalSystemName(job)) === 0) return
    tried += 1
    await attemptJob(ports, connectors, job.id, { now, tuning, breakers })
  }
  if (CONCURRENT_KINDS.has(kind)) await Promise.all(due.map(one))
  else for (const job of due) await one(job)
  // Requires progress: a job was tried, or jobs of systems that are down were postponed and hide no others any longer.
  return { tried, more: waiting.length > tried && tried + behind.length > 0 && (isFull || tried >= max) }

  function postponeAfterPause(job: Job) {
    return { job, until: toInstant(now + breakers.wait(findExternalSystemName(job))) }
  }
}

async function findDueJobs(
  { store }: JobPorts,
  kind: JobKind,
  limit: number,
  { now, tuning }: { readonly now: number; readonly tuning: Tuning },
): Promise<readonly Job[]> {
  const ranges = [{ to: toInstant(now) }, { from: computeLatestPlausibleDueTime(toInstant(now), tuning) }]
  const jobs: Job[] = []
  for (const range of ranges) {
    if (jobs.length >= limit) break
    const entries = await store.query({
      collection: 'jobs',
      where: { state: 'waiting', kind },
      range: { field: 'dueAt', ...range },
      order: { field: 'dueAt', descending: false },
      limit: limit - jobs.length,
    })
    jobs.push(...entries.map(({ document }) => document))
  }
  return jobs
}

/**
 * Orders jobs so that systems take turns, each in order of due time. Leaves out jobs of a system that is down, and all
 * but one of a half-open system.
 */
function alternateBySystem(jobs: readonly Job[], breakers: Breakers): readonly Job[] {
  const before = new Map<string, number>()
  const turns = jobs.map((job) => {
    const system = findExternalSystemName(job)
    const turn = before.get(system) ?? 0
    before.set(system, turn + 1)
    return { job, turn, isAllowed: turn < breakers.allowed(system) }
  })
  const allowed = turns.filter(({ isAllowed }) => isAllowed)
  return allowed.toSorted((first, b) => first.turn - b.turn).map(({ job }) => job)
}

type RunContext = { readonly now: number; readonly tuning: Tuning; readonly breakers: Breakers }

async function attemptJob(ports: JobPorts, connectors: Connectors, id: string, runContext: RunContext): Promise<void> {
  const { store, clock, log } = ports
  const { now, tuning, breakers } = runContext
  const job = await store.commit(claimJobUnit(id, toInstant(now), tuning))
  if (job === undefined) return
  const outcome = await runJobSafely(ports, connectors, job, tuning)
  const isHealthy = isSystemWell(outcome)
  if (isHealthy !== undefined) breakers.note(findExternalSystemName(job), isHealthy)
  if (outcome.ok) return store.commit(recordJobSuccessUnit(job, outcome.value.id))
  const { problem, isFinal = false, waits, isAdvanced } = outcome
  const later = Math.max(now, clock())
  if (waits !== undefined) return store.commit(resetJobUnit(job, toInstant(later + waits), isAdvanced))
  log.error('job.failed', { job: id, attempt: job.attempts, problem: problem.code })
  const moment = { now: toInstant(later), random: generateFraction(ports) }
  await store.commit(recordJobFailureUnit(job, { problem, isFinal }, moment, tuning))
}

/** @returns whether the system works; undefined when the outcome does not show it */
function isSystemWell(outcome: JobResult): boolean | undefined {
  if (outcome.system !== undefined) return outcome.system === 'down' ? false : undefined
  if (outcome.ok) return true
  if (outcome.waits !== undefined) return undefined
  if (outcome.isFinal === true || outcome.isAnswered === true) return true
  return SYSTEM_DOWN_CODES.has(outcome.problem.code) ? false : undefined
}

/** Runs a job. An exception counts as a failed attempt. */
async function runJobSafely(ports: JobPorts, connectors: Connectors, job: Job, tuning: Tuning): Promise<JobResult> {
  try {
    return await runJob(ports, connectors, job, tuning)
  } catch (error) {
    ports.log.error('job.threw', { job: job.id, error: String(error) })
    return { ok: false, problem: { code: 'server.failed' } }
  }
}

function generateFraction({ random }: JobPorts): number {
  const bytes = random(4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
}
