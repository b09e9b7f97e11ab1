import { toInstant, type Instant, type MutationId, type Problem, type Sha256 } from '#domain/kernel/index.ts'
import { afterFailure, releaseEntry, type OutboxEntry, type TransportFailure } from '#domain/sync/index.ts'
import { returnToWaiting as putEntriesBack, reschedule } from '#local/sending.ts'
import { createLimiter, type Limiter } from './concurrency.ts'
import type { SyncDeps } from './deps.ts'
import type { Transport } from './transport.ts'
import type { FileOutcome } from './upload.ts'

/** The reason that a run ends early. Nothing is lost in any of these cases. */
export type StopReason =
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** no reply from the server, or it asks for a pause */
  | { readonly kind: 'unreachable'; readonly problem: Problem }
  /** the server answers, but refuses this account or this app */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** too many requests failed in the last minute. `after`: milliseconds */
  | { readonly kind: 'wait'; readonly after: number }
  /** another runner took the lock, because this one was silent for too long */
  | { readonly kind: 'overtaken' }

/** The state of one run. */
export type SyncRun = {
  readonly deps: SyncDeps
  readonly transport: Transport
  /** the user's "send now", or the network is back: ignores back-off */
  readonly hurry: boolean
  readonly tried: Set<MutationId>
  /** set once; everything under way then finishes */
  stop: StopReason | undefined
  /** the server has accepted an entry in this run, so a later failure is about the data sent */
  healthy: boolean
  /** limits parallel pushes, so that an interruption loses little */
  readonly line: Limiter
  /** the last push was fast: two may run in parallel, so that a good server does not wait for us */
  brisk: boolean
  /** limits parallel uploads: enough to fill a connection on which each request waits for a reply */
  readonly uploads: Limiter
  /** one long file at a time, so that short ones pass and an interruption loses little */
  readonly long: Limiter
  /** outcome of each file in this run: two answers with the same photo send it once */
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

export function currentInstant({ deps }: SyncRun): Instant {
  return toInstant(deps.clock())
}

/** Records why the run stops. The first reason stays, but any other reason replaces `wait`, which has no cause. */
export function stopRun(run: SyncRun, stop: StopReason): void {
  if (run.stop === undefined || (run.stop.kind === 'wait' && stop.kind !== 'wait')) run.stop = stop
}

/**
 * Returns claimed entries to waiting without counting an attempt. Entries of which bytes have left stay frozen: their
 * author can no longer take them back.
 * @param requested a request with their bytes was made
 */
export async function returnClaimed(
  { deps }: SyncRun,
  entries: readonly OutboxEntry[],
  requested = false,
): Promise<void> {
  const hasLeft = ({ files }: OutboxEntry): boolean => requested || files.some(({ confirmed }) => confirmed)
  await reschedule(deps.local, entries.filter(hasLeft).map(releaseEntry))
  await putEntriesBack(
    deps.local,
    entries.filter((entry) => !hasLeft(entry)).map(({ id }) => id),
  )
}

/** Schedules entries whose request failed for the same moment, so that they stay one batch. */
export async function postponeEntries(
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
