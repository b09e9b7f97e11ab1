import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import type { Decision, Found, Key, StoredDocument, Unit, Write } from '#domain/sync/index.ts'
import type { Tuning } from '../tuning.ts'
import { bucketOf, networkOf } from './buckets.ts'
import { unitOver } from './unit.ts'

/** Failures lately of one account or one network address; times in milliseconds. */
type Failures = { readonly count: number; readonly last: number; readonly until: number }

/** Where an attempt is counted. */
export type Attempt = { readonly account: Key; readonly address: Key | undefined }

/** @param account id of the user, so that e-mail address and username are one; of whom nobody has heard, what was typed */
export async function attemptOf(account: string, address: string | undefined): Promise<Attempt> {
  return { account: await bucketOf('account', account), address: address === undefined ? undefined : await bucketOf('address', networkOf(address)) }
}

/**
 * Counts an attempt as failed **before** the password is looked at: a hundred guesses at once are then a hundred failures, not one.
 * `forgive` takes it back. Refuses with session.throttled and the seconds to wait.
 */
export function countAttempt(attempt: Attempt, tuning: Tuning, now: number): Unit<Result<true>> {
  const keys = attempt.address === undefined ? [attempt.account] : [attempt.account, attempt.address]
  return unitOver(keys, (found): Decision<Result<true>> => {
    const waits = keys.map((key) => (failuresAt(found, key, tuning, now)?.until ?? 0) - now)
    const wait = Math.max(...waits)
    if (wait > 0) return { result: refuse('session.throttled', { seconds: Math.ceil(wait / 1000) }), writes: [] }
    const writes = keys.map((key): Write => {
      const free = key === attempt.account ? tuning.freeFailuresPerAccount : tuning.freeFailuresPerAddress
      const count = (failuresAt(found, key, tuning, now)?.count ?? 0) + 1
      return { kind: 'set', key, document: failed(count, free, now, tuning) }
    })
    return { result: ok(true), writes }
  })
}

function failed(count: number, free: number, now: number, tuning: Tuning): StoredDocument {
  const until = now + delayAfter(count, free, tuning)
  return { count, last: now, until, expiresAt: toInstant(now + tuning.failureMemory) }
}

/** A right password: the account starts anew; the address gets its one attempt back. */
export function forgive(attempt: Attempt, found: Found): readonly Write[] {
  const { address } = attempt
  const failures = address === undefined ? undefined : (found.get(address) as Failures | undefined)
  const account: Write = { kind: 'delete', key: attempt.account }
  if (address === undefined || failures === undefined) return [account]
  return [account, { kind: 'set', key: address, document: { ...failures, count: Math.max(0, failures.count - 1), until: 0 } }]
}

function failuresAt(found: Found, key: Key, tuning: Tuning, now: number): Failures | undefined {
  const failures = found.get(key) as Failures | undefined
  return failures === undefined || now - failures.last > tuning.failureMemory ? undefined : failures
}

function delayAfter(count: number, free: number, tuning: Tuning): number {
  return count <= free ? 0 : Math.min(tuning.longestDelay, tuning.firstDelay * 2 ** Math.min(30, count - free - 1))
}
