import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { type Decision, type Found, type Key, type Unit, type Write, unitOver } from '#domain/store/index.ts'
import type { Tuning } from '../tuning.ts'
import { bucketOf, networkOf } from './buckets.ts'

/** Failures lately in one counter; times in milliseconds. */
type Failures = { readonly count: number; readonly last: number; readonly until: number }

/** Where an attempt is counted. */
export type Attempt = {
  /** this name from this network address: whoever guesses slows themselves down, and not the account's owner at another place */
  readonly account: Key
  /** all names from this address */
  readonly address: Key | undefined
  /** this name from all addresses: guesses that are spread over many of them */
  readonly everywhere: Key | undefined
}

/** `leak`: one failure is forgotten in so long; without it, all of them after a time without another */
type Counter = { readonly key: Key; readonly free: number; readonly leak?: number }

/**
 * @param account what was typed, whether anybody goes by it or not: two names that share one counter would say that they are of one account, and that
 * there is one
 */
export async function attemptOf(account: string, address: string | undefined): Promise<Attempt> {
  if (address === undefined)
    return { account: await bucketOf('account', account), address: undefined, everywhere: undefined }
  const network = networkOf(address)
  const names = [
    ['account', `${account} ${network}`],
    ['address', network],
    ['everywhere', account],
  ] as const
  const [pair, ofAddress, everywhere] = await Promise.all(names.map(([kind, name]) => bucketOf(kind, name)))
  return { account: pair ?? '', address: ofAddress, everywhere }
}

function countersOf({ account, address, everywhere }: Attempt, tuning: Tuning): readonly Counter[] {
  return [
    { key: account, free: tuning.freeFailuresPerAccount },
    ...(address === undefined ? [] : [{ key: address, free: tuning.freeFailuresPerAddress }]),
    ...(everywhere === undefined
      ? []
      : [{ key: everywhere, free: tuning.freeFailuresEverywhere, leak: tuning.failureLeakEverywhere }]),
  ]
}

/**
 * Counts an attempt as failed **before** the password is looked at: a hundred guesses at once are then a hundred failures, not one.
 * `forgive` takes it back. Refuses with session.throttled and the seconds to wait.
 */
export function countAttempt(attempt: Attempt, tuning: Tuning, now: number): Unit<Result<true>> {
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

function failed({ key, free, leak = 0 }: Counter, count: number, now: number, tuning: Tuning): Write {
  const until = now + delayAfter(count, free, tuning)
  const expiresAt = toInstant(now + Math.max(tuning.failureMemory, Math.ceil(count * leak)))
  return { kind: 'set', key, document: { count, last: now, until, expiresAt } }
}

/** What has to be read for `forgive`. */
export function forgivenKeys({ address, everywhere }: Attempt): readonly Key[] {
  return [address, everywhere].filter((key) => key !== undefined)
}

/** A right password: the account starts anew at this address; what counts more than this one attempt gets just that back. */
export function forgive(attempt: Attempt, found: Found): readonly Write[] {
  const back = forgivenKeys(attempt).flatMap((key): readonly Write[] => {
    const failures = found.get(key) as Failures | undefined
    return failures === undefined
      ? []
      : [{ kind: 'set', key, document: { ...failures, count: Math.max(0, failures.count - 1), until: 0 } }]
  })
  return [{ kind: 'delete', key: attempt.account }, ...back]
}

function failuresAt(found: Found, { key, leak }: Counter, tuning: Tuning, now: number): Failures | undefined {
  const stored = found.get(key) as Failures | undefined
  if (stored === undefined) return undefined
  // What a clock that was ahead has left behind: a wait that has not begun yet is none, and the time since counts whichever way it went.
  const failures = stored.last > now ? { ...stored, until: 0 } : stored
  const since = Math.abs(now - stored.last)
  if (leak !== undefined) return { ...failures, count: Math.max(0, stored.count - since / leak) }
  return since > tuning.failureMemory ? undefined : failures
}

function delayAfter(count: number, free: number, tuning: Tuning): number {
  return count <= free
    ? 0
    : Math.min(tuning.longestDelay, tuning.firstDelay * 2 ** Math.min(30, Math.ceil(count - free) - 1))
}
