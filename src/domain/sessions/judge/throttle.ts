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

/** Recent failures of one counter. `until`: end of the current wait. Times in milliseconds. */
type Failures = { readonly count: number; readonly last: number; readonly until: number; readonly expiresAt?: Instant }

/** Failure counters of a sign-in attempt. */
export type AttemptCounters = {
  /** this login name from this IP address, so that an attacker elsewhere does not lock out the owner */
  readonly account: Key<Failures>
  /**
   * all login names from this address, and from each surrounding network; `times`: factor for the number of failures
   * without delay
   */
  readonly addresses: readonly { readonly key: Key<Failures>; readonly times: number }[]
  /** this login name from all addresses, against distributed guessing */
  readonly everywhere: Key<Failures> | undefined
}

/**
 * `free`: failures without delay; `leak`: milliseconds until one failure is forgotten (leaky bucket). Without `leak`,
 * all failures are forgotten after `failureMemory`.
 */
type Counter = { readonly key: Key<Failures>; readonly free: number; readonly leak?: number }

/** Numbers of failures without delay, and times in milliseconds. */
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
      // In surrounding networks failures leak away (leaky bucket), so that one attacker slows down other users but does
      // not lock them out.
      ...(times === 1 ? {} : { leak: tuning.failureLeakEverywhere / times }),
    })),
    ...(everywhere === undefined
      ? []
      : [{ key: everywhere, free: tuning.freeFailuresEverywhere, leak: tuning.failureLeakEverywhere }]),
  ]
}

/**
 * Counts an attempt as failed **before** the password is checked, so that all parallel guesses are counted.
 * `buildResetFailuresWrites` undoes this after a correct password. Refuses with session.throttled and the seconds to
 * wait.
 */
export function countSignInAttemptUnit(attempt: AttemptCounters, tuning: Patience, now: number): Unit<Result<true>> {
  const counters = listFailureCounters(attempt, tuning)
  return unitForKeys(
    counters.map(({ key }) => key),
    (documents): Decision<Result<true>> => {
      const wait = Math.max(
        ...counters.map((counter) => (getFailureCount(documents, counter, tuning, now)?.until ?? 0) - now),
      )
      if (wait > 0) return { result: refuse('session.throttled', { seconds: Math.ceil(wait / 1000) }), writes: [] }
      return {
        result: ok(true),
        writes: counters.map((counter) =>
          buildFailedAttemptWrite(
            counter,
            (getFailureCount(documents, counter, tuning, now)?.count ?? 0) + 1,
            now,
            tuning,
          ),
        ),
      }
    },
  )
}

function buildFailedAttemptWrite(
  { key, free, leak = 0 }: Counter,
  count: number,
  now: number,
  tuning: Patience,
): Write {
  const until = now + computeDelay(count, free, tuning)
  const expiresAt = toInstant(now + Math.max(tuning.failureMemory, Math.ceil(count * leak)))
  return set(key, { count, last: now, until, expiresAt })
}

/** Runs `buildResetFailuresWrites` as a unit. */
export function resetFailuresUnit(attempt: AttemptCounters): Unit<true> {
  return unitForKeys(listFailureKeys(attempt), (documents) => ({
    result: true,
    writes: buildResetFailuresWrites(attempt, documents),
  }))
}

/** Returns the keys that `buildResetFailuresWrites` reads. */
export function listFailureKeys({ addresses, everywhere }: AttemptCounters): readonly Key<Failures>[] {
  return [...addresses.map(({ key }) => key), ...(everywhere === undefined ? [] : [everywhere])]
}

/**
 * Returns the writes after a correct password: deletes the counter of this name and address, and subtracts one attempt
 * from the other counters.
 */
export function buildResetFailuresWrites(attempt: AttemptCounters, documents: FoundDocuments): readonly Write[] {
  const writes = listFailureKeys(attempt).flatMap((key): readonly Write[] => {
    const failures = documents.get(key)
    return failures === undefined ? [] : [set(key, { ...failures, count: Math.max(0, failures.count - 1), until: 0 })]
  })
  return [remove(attempt.account), ...writes]
}

function getFailureCount(
  documents: FoundDocuments,
  { key, leak }: Counter,
  tuning: Patience,
  now: number,
): Failures | undefined {
  const stored = documents.get(key)
  if (stored === undefined) return undefined
  // If the last failure is in the future, the clock was ahead then: ignore the wait, and use the absolute difference as
  // the elapsed time.
  const failures = stored.last > now ? { ...stored, until: 0 } : stored
  const since = Math.abs(now - stored.last)
  if (leak !== undefined) return { ...failures, count: Math.max(0, stored.count - since / leak) }
  return since > tuning.failureMemory ? undefined : failures
}

function computeDelay(count: number, free: number, tuning: Patience): number {
  return count <= free
    ? 0
    : Math.min(tuning.longestDelay, tuning.firstDelay * 2 ** Math.min(30, Math.ceil(count - free) - 1))
}
