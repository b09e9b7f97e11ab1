import { toInstant } from '#domain/kernel/index.ts'
import type { Job } from '#domain/sync/index.ts'
import type { Attempt, Connectors, Ports } from '../ports.ts'
import { DEFAULT_TUNING, type Tuning } from '../tuning.ts'
import { carryOut, effectsOf } from './handlers.ts'
import { claimUnit, doneUnit, failedUnit, tooFarAhead } from '#domain/judgement/index.ts'

export type JobPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'log' | 'files' | 'pdfs' | 'connectors'>

/** Jobs of a kind that are tried in one go, where each may take long: all others wait for so many. */
const AT_ONCE: { readonly [K in Job['kind']]?: number } = { 'location.resolve': 5, 'copy.send': 5 }
/** At once, so that a receiver that hangs keeps none of the others waiting for longer than its own bound. */
const TOGETHER: ReadonlySet<Job['kind']> = new Set(['webhook.send'])
/** So many times as many as can be tried are looked at: receivers take turns, so that one with much to be told does not keep another waiting behind all of it. */
const LOOKED_AT = 10

/**
 * Tries the jobs that are due, one after the other but those of `TOGETHER`, at most `jobsAtOnce`. Each is carried out at least once: a death between the other system's
 * reply and our note of it repeats the call with the same key. Jobs of a system that is not connected any more wait.
 * @returns how many were tried; as many as `jobsAtOnce` means that more may wait
 */
export async function runDueJobs(ports: JobPorts, now: number, tuning: Tuning = DEFAULT_TUNING): Promise<number> {
  const { store, connectors = {} } = ports
  let tried = 0
  for (const kind of effectsOf(connectors)) {
    for (const range of [{ to: toInstant(now) }, { from: tooFarAhead(toInstant(now), tuning) }]) {
      const most = Math.min(tuning.jobsAtOnce - tried, AT_ONCE[kind] ?? Infinity)
      const waiting = await store.query({
        collection: 'jobs',
        where: { state: 'waiting', kind },
        range: { field: 'dueAt', ...range },
        order: { field: 'dueAt', descending: false },
        limit: TOGETHER.has(kind) ? most * LOOKED_AT : most,
      })
      const due = inTurns(waiting.map(({ document }) => document)).slice(0, most)
      const each = due.map(
        ({ id }) =>
          () =>
            attempt(ports, connectors, id, now, tuning),
      )
      if (TOGETHER.has(kind)) await Promise.all(each.map((one) => one()))
      else for (const one of each) await one()
      tried += due.length
      if (tried >= tuning.jobsAtOnce) break
    }
    if (tried >= tuning.jobsAtOnce) break
  }
  return tried
}

/** The first of each webhook, then the second of each, and so on; all others in the order in which they are due. */
function inTurns(jobs: readonly Job[]): readonly Job[] {
  const before = new Map<string, number>()
  const turns = jobs.map((job) => {
    const receiver = job.kind === 'webhook.send' ? job.payload.hook : job.id
    const turn = before.get(receiver) ?? 0
    before.set(receiver, turn + 1)
    return { job, turn }
  })
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ job }) => job)
}

async function attempt(
  ports: JobPorts,
  connectors: Connectors,
  id: string,
  now: number,
  tuning: Tuning,
): Promise<void> {
  const { store, clock, log } = ports
  const job = await store.commit(claimUnit(id, toInstant(now), tuning))
  if (job === undefined) return
  const outcome = await outcomeOf(ports, connectors, job, tuning)
  if (outcome.ok) return store.commit(doneUnit(job, outcome.value.id))
  const { problem, isFinal = false } = outcome
  log.error('job.failed', { job: id, attempt: job.attempts, problem: problem.code })
  await store.commit(failedUnit(job, problem, isFinal, toInstant(Math.max(now, clock())), chance(ports), tuning))
}

/** A client that throws has a fault of its own; to the queue that is one more failure. */
async function outcomeOf(ports: JobPorts, connectors: Connectors, job: Job, tuning: Tuning): Promise<Attempt> {
  try {
    return await carryOut(ports, connectors, job, tuning)
  } catch (error) {
    ports.log.error('job.threw', { job: job.id, error: String(error) })
    return { ok: false, problem: { code: 'server.failed' } }
  }
}

function chance({ random }: JobPorts): number {
  const bytes = random(4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
}
