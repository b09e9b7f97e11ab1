import { remove, set, type Decision, type Found, type Key, type Unit, type Write, unitOver } from '../../store/index.ts'
import { type Instant, ok, refuse, toInstant, type Result } from '../../kernel/index.ts'

/** Failures lately in one counter; times in milliseconds. */
type Failures = { readonly count: number; readonly last: number; readonly until: number; readonly expiresAt?: Instant }

/** Where an attempt is counted. */
export type Attempt = {
  /** this name from this network address: a guesser slows themselves down, not the account's owner at another place */
  readonly account: Key<Failures>
  /** all names from this address, and from each network around it, with so many times as many free */
  readonly addresses: readonly { readonly key: Key<Failures>; readonly times: number }[]
  /** this name from all addresses: guesses that are spread over many of them */
  readonly everywhere: Key<Failures> | undefined
}

/** `leak`: one failure is forgotten in so long; without it, all of them after a time without another */
type Counter = { readonly key: Key<Failures>; readonly free: number; readonly leak?: number }

/** How many failures are free, and times in milliseconds. */
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

function countersOf({ account, addresses, everywhere }: Attempt, tuning: Patience): readonly Counter[] {
  return [
    { key: account, free: tuning.freeFailuresPerAccount },
    ...addresses.map(({ key, times }) => ({
      key,
      free: tuning.freeFailuresPerAddress * times,
      // Others in so wide a network are slowed down, not kept out for as long as one of them guesses.
      ...(times === 1 ? {} : { leak: tuning.failureLeakEverywhere / times }),
    })),
    ...(everywhere === undefined
      ? []
      : [{ key: everywhere, free: tuning.freeFailuresEverywhere, leak: tuning.failureLeakEverywhere }]),
  ]
}

/**
 * Counts an attempt as failed **before** the password is looked at: a hundred guesses at once are a hundred failures.
 * `forgive` takes it back. Refuses with session.throttled and the seconds to wait.
 */
export function countAttempt(attempt: Attempt, tuning: Patience, now: number): Unit<Result<true>> {
  const counters = countersOf(attempt, tuning)
  return unitOver(
    counters.map(({ key }) => key),
    (found): Decision<Result<true>> => {
      const wait = Math.max(...counters.map((counter) => (failuresAt(found, counter, tuning, now)?.until ?? 0) - now))
      if (wait > 0) return { result: refuse('session.throttled', { seconds: Math.ceil(wait / 1000) }), writes: [] }
      return {
        result: ok(true),
        writes: counters.map((counter) =>
          failed(counter, (failuresAt(found, counter, tuning, now)?.count ?? 0) + 1, now, tuning),
        ),
      }
    },
  )
}

function failed({ key, free, leak = 0 }: Counter, count: number, now: number, tuning: Patience): Write {
  const until = now + delayAfter(count, free, tuning)
  const expiresAt = toInstant(now + Math.max(tuning.failureMemory, Math.ceil(count * leak)))
  return set(key, { count, last: now, until, expiresAt })
}

/** `forgive` by itself. */
export function forgiveUnit(attempt: Attempt): Unit<true> {
  return unitOver(forgivenKeys(attempt), (found) => ({ result: true, writes: forgive(attempt, found) }))
}

/** What has to be read for `forgive`. */
export function forgivenKeys({ addresses, everywhere }: Attempt): readonly Key<Failures>[] {
  return [...addresses.map(({ key }) => key), ...(everywhere === undefined ? [] : [everywhere])]
}

/** A right password: the account starts anew at this address; wider counters get just this one attempt back. */
export function forgive(attempt: Attempt, found: Found): readonly Write[] {
  const back = forgivenKeys(attempt).flatMap((key): readonly Write[] => {
    const failures = found.get(key)
    return failures === undefined ? [] : [set(key, { ...failures, count: Math.max(0, failures.count - 1), until: 0 })]
  })
  return [remove(attempt.account), ...back]
}

function failuresAt(found: Found, { key, leak }: Counter, tuning: Patience, now: number): Failures | undefined {
  const stored = found.get(key)
  if (stored === undefined) return undefined
  // Of a clock that was ahead: a wait that has not begun yet is none, and the time since counts whichever way it went.
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
