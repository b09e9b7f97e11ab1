import { refuse, ok, type Result } from '#domain/kernel/index.ts'
import type { Clock } from '../ports.ts'

/** Accounts that are remembered; who asked longest ago goes first, and has nothing to wait for by then. */
const MOST_ACCOUNTS = 10_000

/**
 * How fast one account may ask, of what is asked often and changes nothing: so many at once, then one in each interval.
 * In memory: a map has dozens of tiles, a counter in the store waits for the disk for each, and a restart forgives,
 * which gains no one much.
 * @returns counts one, unless it only looks for room. Refuses with request.too-many and the seconds to wait.
 */
export function createPace(
  clock: Clock,
  burst: number,
  interval: number,
): (account: string, how?: 'counts' | 'looks') => Result<true> {
  /** when each account will have nothing on its account any more */
  const full = new Map<string, number>()
  return (account, how = 'counts') => {
    const now = clock()
    const known = full.get(account) ?? now
    // Later than any count leads to: the clock was ahead when it was counted, and no one waits for that.
    const until = known > now + burst * interval ? now : Math.max(now, known)
    const wait = until + interval - (now + burst * interval)
    if (wait > 0) return refuse('request.too-many', { seconds: Math.ceil(wait / 1000) })
    if (how === 'looks') return ok(true)
    full.delete(account)
    full.set(account, until + interval)
    const [oldest] = full.keys()
    if (full.size > MOST_ACCOUNTS && oldest !== undefined) full.delete(oldest)
    return ok(true)
  }
}
