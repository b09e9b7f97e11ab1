import {
  remove,
  set,
  type Decision,
  type FoundDocuments,
  type Key,
  type Unit,
  type Write,
  unitForKeys,
} from '../../store/index.ts'
import { type Instant, ok, refuse, toInstant, type Result } from '../../kernel/index.ts'

/** Recent failures of one counter; times in milliseconds. */
type Failures = { readonly count: number; readonly last: number; readonly until: number; readonly expiresAt?: Instant }

/** Counters of a sign-in attempt. */
export type AttemptCounters = {
  /** this name from this network address, so that an attacker does not lock out the owner elsewhere */
  readonly account: Key<Failures>
  /** all names from this address and each surrounding network; `times` multiplies the free failures */
  readonly addresses: readonly { readonly key: Key<Failures>; readonly times: number }[]
  /** this name from all addresses, against distributed guessing */
  readonly everywhere: Key<Failures> | undefined
}

/** `leak`: milliseconds until one failure is forgotten; if missing, all are forgotten after `failureMemory` */
type Counter = { readonly key: Key<Failures>; readonly free: number; readonly leak?: number }

/** Number of free failures, and times in milliseconds. */
type Patience = Readonly<
  Record<
    | 'freeFailuresPerAccount'
    | 'freeFailuresPerAddress'
    | 'freeFailuresEverywhere'
    | 'failureLeakEverywhere'
    | 'firstDelay'
    | 'longestDelay'
    | 'failureMemory',
    number
  >
>

function listFailureCounters(
  { account, addresses, everywhere }: AttemptCounters,
  tuning: Patience,
): readonly Counter[] {
  return [
    { key: account, free: tuning.freeFailuresPerAccount },
    ...addresses.map(({ key, times }) => ({
      key,
      free: tuning.freeFailuresPerAddress * times,
      // In wide networks failures leak, so that one attacker slows others down but does not lock them out.
      ...(times === 1 ? {} : { leak: tuning.failureLeakEverywhere / times }),
    })),
    ...(everywhere === undefined
      ? []
      : [{ key: everywhere, free: tuning.freeFailuresEverywhere, leak: tuning.failureLeakEverywhere }]),
  ]
}

/**
 * Counts an attempt as failed **before** the password is checked, so that simultaneous guesses are all counted.
 * `resetFailures` reverts it. Refuses with session.throttled and the seconds to wait.
 */
export function countAttempt(attempt: AttemptCounters, tuning: Patience, now: number): Unit<Result<true>> {
  const counters = listFailureCounters(attempt, tuning)
  return unitForKeys(
    counters.map(({ key }) => key),
    (documents): Decision<Result<true>> => {
      const wait = Math.max(
        ...counters.map((counter) => (failuresAt(documents, counter, tuning, now)?.until ?? 0) - now),
      )
      if (wait > 0) return { result: refuse('session.throttled', { seconds: Math.ceil(wait / 1000) }), writes: [] }
      return {
        result: ok(true),
        writes: counters.map((counter) =>
          failedAttemptWrite(counter, (failuresAt(documents, counter, tuning, now)?.count ?? 0) + 1, now, tuning),
        ),
      }
    },
  )
}

function failedAttemptWrite({ key, free, leak = 0 }: Counter, count: number, now: number, tuning: Patience): Write {
  const until = now + delayAfter(count, free, tuning)
  const expiresAt = toInstant(now + Math.max(tuning.failureMemory, Math.ceil(count * leak)))
  return set(key, { count, last: now, until, expiresAt })
}

/** `resetFailures` as a unit. */
export function resetFailuresUnit(attempt: AttemptCounters): Unit<true> {
  return unitForKeys(failureKeys(attempt), (documents) => ({ result: true, writes: resetFailures(attempt, documents) }))
}

/** Keys needed for `resetFailures`. */
export function failureKeys({ addresses, everywhere }: AttemptCounters): readonly Key<Failures>[] {
  return [...addresses.map(({ key }) => key), ...(everywhere === undefined ? [] : [everywhere])]
}

/**
 * Writes after a correct password: resets the account's counter for this address and subtracts one attempt from the
 * wider counters.
 */
export function resetFailures(attempt: AttemptCounters, documents: FoundDocuments): readonly Write[] {
  const writes = failureKeys(attempt).flatMap((key): readonly Write[] => {
    const failures = documents.get(key)
    return failures === undefined ? [] : [set(key, { ...failures, count: Math.max(0, failures.count - 1), until: 0 })]
  })
  return [remove(attempt.account), ...writes]
}

function failuresAt(
  documents: FoundDocuments,
  { key, leak }: Counter,
  tuning: Patience,
  now: number,
): Failures | undefined {
  const stored = documents.get(key)
  if (stored === undefined) return undefined
  // Recorded by a clock that was ahead: waits do not apply, and the time difference counts in either direction.
  const failures = stored.last > now ? { ...stored, until: 0 } : stored
  const since = Math.abs(now - stored.last)
  if (leak !== undefined) return { ...failures, count: Math.max(0, stored.count - since / leak) }
  return since > tuning.failureMemory ? undefined : failures
}

function delayAfter(count: number, free: number, tuning: Patience): number {
  return count <= free
    ? 0
    : Math.min(tuning.longestDelay, tuning.firstDelay * 2 ** Math.min(30, Math.ceil(count - free) - 1))
}
