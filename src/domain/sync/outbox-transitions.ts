import type { Instant } from '../kernel/instant.ts'
import type { Problem, ProblemCode } from '../kernel/problem.ts'
import { unreachable } from '../kernel/unreachable.ts'
import { computeBackoffDelay } from './backoff.ts'
import type { OutboxEntry, StoredReceipt } from './outbox.ts'
import type { PushResult, ReceivedFile } from './protocol.ts'

/**
 * Moment of a transition of an outbox entry. Rules for transitions, tested in outbox-transitions.test.ts:
 * - nothing is deleted before a receipt that lists each file with its length (`done`)
 * - the mutation never changes
 * - an entry is always done, quarantined with a reason, or waiting until a time
 */
export type TransitionContext = {
  /** device clock, milliseconds */
  readonly now: number
  /** in [0, 1) */
  readonly random: () => number
}

export type EntryAfterResult =
  { readonly kind: 'done'; readonly receipt: StoredReceipt } | { readonly kind: 'kept'; readonly entry: OutboxEntry }

/** A failed request, which has no result for the entry. */
export type TransportFailure = {
  readonly problem: Problem
  /** wait requested by `Retry-After`, milliseconds */
  readonly after?: number
}

/** Maximum wait that a server may request, milliseconds. A longer one is caused by a wrong clock or a faulty server. */
const MAX_WAIT = 3_600_000

/**
 * Checks whether an entry may be sent now. A wait that starts in the future, or is longer than the maximum, is ignored,
 * because the clock was set back since.
 * @param hurry ignores back-off, but not the undo period
 */
export function isEntryDue({ state, attempts }: OutboxEntry, now: number, hurry = false): boolean {
  if (state.kind !== 'waiting') return false
  if (hurry && attempts > 0) return true
  if (state.since !== undefined && now < state.since) return true
  return state.notBefore <= now || state.notBefore - now > MAX_WAIT
}

/** Marks an entry as being sent. The mutation is frozen from now on, because the server may receive it. */
export function claimEntry(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, frozen: true, state: { kind: 'sending', since: now } }
}

/** Data about an entry that is not in the entry itself. */
export type SendingFacts = {
  /** whether a runner has claimed the entry */
  readonly claimed: boolean
  /** returns whether the server may have a part of this file */
  readonly hasUpload: (sha256: string) => boolean
}

/**
 * Checks whether the author may take an entry back, because it was not sent yet, not even a part of its files:
 *
 * claimed                                             no
 * waiting, frozen, or with a confirmed or begun file  no
 * otherwise waiting                                   yes
 * quarantined answer                                  no: the server may have stored it (`file.missing`)
 * quarantined change                                  yes: the server has refused it
 */
export function canTakeBackEntry({ frozen, files, mutation, state }: OutboxEntry, facts: SendingFacts): boolean {
  if (facts.claimed || state.kind === 'sending') return false
  if (state.kind === 'quarantined') return mutation.kind !== 'answer.submit'
  return !frozen && !files.some(({ confirmed, sha256 }) => confirmed || facts.hasUpload(sha256))
}

/** Sets an entry back to waiting without counting a failure, because its runner ended before sending it. */
export function releaseEntry(entry: OutboxEntry): OutboxEntry {
  return entry.state.kind === 'sending' ? { ...entry, state: { kind: 'waiting', notBefore: 0 } } : entry
}

/** Sets a quarantined entry to waiting again, at the user's request. */
export function retryQuarantinedEntry(entry: OutboxEntry): OutboxEntry {
  return entry.state.kind === 'quarantined'
    ? { ...entry, attempts: 0, state: { kind: 'waiting', notBefore: 0 } }
    : entry
}

/** Quarantines an entry. It stays frozen when it is retried, because it may have been sent. */
export function quarantineEntry(entry: OutboxEntry, problem: Problem, instant: Instant): OutboxEntry {
  return { ...entry, frozen: true, state: { kind: 'quarantined', problem, at: instant } }
}

/**
 * Reschedules an entry after a failed request (interrupted, server busy, not our server), by back-off and
 * `Retry-After`.
 */
export function applyFailure(entry: OutboxEntry, failure: TransportFailure, moment: TransitionContext): OutboxEntry {
  const attempts = entry.attempts + 1
  const requested = Math.min(failure.after ?? 0, MAX_WAIT)
  const wait = requested + computeBackoffDelay(requested === 0 ? attempts : 1, moment.random)
  const state = { kind: 'waiting', notBefore: moment.now + wait, since: moment.now, problem: failure.problem } as const
  return { ...entry, attempts, state }
}

/** Applies the server's result to an entry. */
export function applyResult(
  entry: OutboxEntry,
  result: PushResult,
  moment: TransitionContext,
  instant: Instant,
): EntryAfterResult {
  if (result.id !== entry.id) throw new Error(`Result of ${result.id} given to ${entry.id}`)
  switch (result.status) {
    case 'applied':
    case 'merged':
    case 'held':
      // A stored result never changes, so a retry would not help; the user must act.
      return isReceiptComplete(entry, result.receipt)
        ? { kind: 'done', receipt: result }
        : { kind: 'kept', entry: quarantineEntry(entry, { code: 'file.missing' }, instant) }
    case 'rejected':
      return { kind: 'kept', entry: quarantineEntry(entry, result.problem, instant) }
    case 'retry': {
      const failure = { problem: result.problem, after: result.after * 1000 }
      return { kind: 'kept', entry: applyFailure(withUnconfirmedFiles(entry, result.missing), failure, moment) }
    }
    default:
      return unreachable(result)
  }
}

export function markFileConfirmed(entry: OutboxEntry, sha256: string): OutboxEntry {
  return { ...entry, files: entry.files.map((file) => (file.sha256 === sha256 ? { ...file, confirmed: true } : file)) }
}

/** Checks whether a receipt lists each file with its length. Only then may the device delete its files. */
export function isReceiptComplete(entry: OutboxEntry, receipt: readonly ReceivedFile[]): boolean {
  const received = new Map(receipt.map((file) => [file.sha256, file.bytes]))
  return entry.files.every((file) => received.get(file.sha256) === file.bytes)
}

/** Problems caused by the request, the app or the account, not by the entry; they must not quarantine it. */
const REQUEST_PROBLEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'request.unsupported-protocol',
  'request.cross-site',
  'request.too-many',
  'request.not-found',
  'server.failed',
  'server.busy',
  'network.unreachable',
  'session.required',
  'session.other-account',
  'session.throttled',
  'session.no-user-record',
  'session.no-areas',
  'session.deactivated',
  'municipality.blocked',
  'country.blocked',
])

export function isProblemOfEntry(problem: Problem): boolean {
  return !REQUEST_PROBLEMS.has(problem.code)
}

function withUnconfirmedFiles(entry: OutboxEntry, missing: readonly string[]): OutboxEntry {
  const gone = new Set(missing)
  return { ...entry, files: entry.files.map((file) => (gone.has(file.sha256) ? { ...file, confirmed: false } : file)) }
}
