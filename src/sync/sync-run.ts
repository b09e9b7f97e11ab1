import { toInstant, type Instant, type MutationId, type Problem, type Sha256 } from '#domain/kernel/index.ts'
import { applyFailure, releaseEntry, type OutboxEntry, type TransportFailure } from '#domain/sync/index.ts'
import { returnEntriesToWaiting as putEntriesBack, rescheduleEntries } from '#local/sending.ts'
import { createLimiter, type ConcurrencyLimiter } from './concurrency.ts'
import type { SyncDeps } from './deps.ts'
import type { Transport } from './transport.ts'
import type { FileUploadOutcome } from './upload.ts'

/** The reason why a run ends early. No data is lost in any of these cases. */
export type StopReason =
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** no reply from the server, or a temporary failure */
  | { readonly kind: 'unreachable'; readonly problem: Problem }
  /** the server answers, but refuses this account or this app */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** too many requests failed in the last minute. `after`: milliseconds to wait */
  | { readonly kind: 'wait'; readonly after: number }
  /** another runner took the lock, or the account signed out during the run and its data was deleted */
  | { readonly kind: 'overtaken' }

/** The state of one run. */
export type SyncRun = {
  readonly deps: SyncDeps
  readonly transport: Transport
  /** the user pressed "send now", or the network is back: ignores back-off */
  readonly hurry: boolean
  readonly tried: Set<MutationId>
  /** while it is set, no request starts; requests in progress finish */
  stop: StopReason | undefined
  /** the server has accepted an entry or a file in this run, so a later failure is caused by the data sent */
  healthy: boolean
  /** limits parallel pushes, so that an interruption wastes little */
  readonly line: ConcurrencyLimiter
  /** the last push was fast: two pushes may run in parallel, so that a fast server is not idle */
  brisk: boolean
  /** limits parallel uploads; several are needed to use the bandwidth, because each request waits for a reply */
  readonly uploads: ConcurrencyLimiter
  /** allows one long file at a time, so that short files can overtake it and an interruption wastes little */
  readonly long: ConcurrencyLimiter
  /** outcome of each file in this run, so that a photo of two answers is sent once */
  readonly sent: Map<Sha256, Promise<FileUploadOutcome>>
}

const MAX_CONCURRENT_FILES = 4

export function createSyncRun(deps: SyncDeps, transport: Transport, hurry: boolean): SyncRun {
  const uploads = createLimiter(() => MAX_CONCURRENT_FILES)
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

export function getCurrentInstant({ deps }: SyncRun): Instant {
  return toInstant(deps.clock())
}

/** Records why the run stops. The first reason stays, except that a specific reason replaces `wait`. */
export function stopRun(run: SyncRun, stop: StopReason): void {
  if (run.stop === undefined || (run.stop.kind === 'wait' && stop.kind !== 'wait')) run.stop = stop
}

/**
 * Sets claimed entries back to waiting without counting an attempt. Entries that were sent, even in part, stay frozen:
 * their author can no longer take them back.
 * @param requested whether a request with their data was made
 */
export async function returnClaimedEntries(
  { deps }: SyncRun,
  entries: readonly OutboxEntry[],
  requested = false,
): Promise<void> {
  const hasLeft = ({ files }: OutboxEntry): boolean => requested || files.some(({ confirmed }) => confirmed)
  await rescheduleEntries(deps.local, entries.filter(hasLeft).map(releaseEntry))
  await putEntriesBack(
    deps.local,
    entries.filter((entry) => !hasLeft(entry)).map(({ id }) => id),
  )
}

/** Postpones entries whose request failed. All wait until the same time, so that they stay one batch. */
export async function postponeEntries(
  { deps }: SyncRun,
  entries: readonly OutboxEntry[],
  failure: TransportFailure,
): Promise<void> {
  const draw = deps.random()
  const moment = { now: deps.clock(), random: () => draw }
  await rescheduleEntries(
    deps.local,
    entries.map((entry) => applyFailure(entry, failure, moment)),
  )
}
