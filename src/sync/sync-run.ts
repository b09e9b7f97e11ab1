import { toInstant, type Instant, type MutationId, type Problem, type Sha256 } from '#domain/kernel/index.ts'
import { afterFailure, type OutboxEntry, type TransportFailure } from '#domain/sync/index.ts'
import { putBack as putEntriesBack, reschedule } from '#local/index.ts'
import { createLimiter, type Limiter } from './concurrency.ts'
import type { SyncDeps } from './deps.ts'
import type { Transport } from './transport.ts'
import type { FileOutcome } from './upload.ts'

/** Why a run ends before its work is done. Nothing is lost by any of them. */
export type Stop =
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** no reply of the server, or it asks for a pause */
  | { readonly kind: 'unreachable'; readonly problem: Problem }
  /** the server answers, and serves this account or this app nothing */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** too many requests have failed in the last minute; milliseconds */
  | { readonly kind: 'wait'; readonly after: number }
  /** this runner was silent for so long that another one has taken its lock */
  | { readonly kind: 'overtaken' }

/** One run's memory. */
export type SyncRun = {
  readonly deps: SyncDeps
  readonly transport: Transport
  /** a person's "send now", or news from the network: back-off does not count */
  readonly hurry: boolean
  readonly tried: Set<MutationId>
  /** set once; everything under way then winds up */
  stop: Stop | undefined
  /** the server has accepted something in this run: then a failure is about what was sent */
  healthy: boolean
  /** pushes on the line: what breaks off must not be much */
  readonly line: Limiter
  /** the last push came back at once: two may be under way, so that a good server never waits for us */
  brisk: boolean
  /** files on the line, enough to fill one whose every request waits for an answer */
  readonly uploads: Limiter
  /** of long files one at a time, so that short ones pass, and that little breaks off */
  readonly long: Limiter
  /** what became of each file in this run: two answers with the same photo send it once */
  readonly sent: Map<Sha256, Promise<FileOutcome>>
}

const FILES_AT_ONCE = 4

export function startRun(deps: SyncDeps, transport: Transport, hurry: boolean): SyncRun {
  const uploads = createLimiter(() => FILES_AT_ONCE)
  const long = createLimiter(() => 1)
  const line = createLimiter(() => (run.brisk ? 2 : 1))
  const run: SyncRun = {
    deps,
    transport,
    hurry,
    tried: new Set(),
    stop: undefined,
    healthy: false,
    line,
    brisk: false,
    uploads,
    long,
    sent: new Map(),
  }
  return run
}

export function instantOf({ deps }: SyncRun): Instant {
  return toInstant(deps.clock())
}

/** The first reason stays, except that any other replaces `wait`, which does not say why. */
export function stopRun(run: SyncRun, stop: Stop): void {
  if (run.stop === undefined || (run.stop.kind === 'wait' && stop.kind !== 'wait')) run.stop = stop
}

/** Entries that were claimed and not tried wait again, as if nothing had been. */
export async function putBack({ deps }: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  await putEntriesBack(
    deps.local,
    entries.map(({ id }) => id),
  )
}

/** Entries whose request failed wait for the same moment, so that they stay one batch. */
export async function putOff(
  { deps }: SyncRun,
  entries: readonly OutboxEntry[],
  failure: TransportFailure,
): Promise<void> {
  const draw = deps.random()
  const moment = { now: deps.clock(), random: () => draw }
  await reschedule(
    deps.local,
    entries.map((entry) => afterFailure(entry, failure, moment)),
  )
}
