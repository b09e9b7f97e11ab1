import { refuse, ok, type Result } from '#domain/kernel/index.ts'
import type { Clock } from '../ports.ts'

/** Maximum remembered keys. Beyond it the key unused for the longest time is forgotten. */
const MAX_KEYS = 10_000

/**
 * Rate limit per key (an account, a network, a form) for frequent requests that change nothing: `burst` at once, then
 * one per `interval` milliseconds. Counted in memory, because a store would write to disk for each tile of a map. A
 * restart resets it.
 * @returns a function that counts a request, or with `looks` only checks. Refuses with request.too-many and the seconds
 * to wait.
 */
export function createMemoryRateLimit(
  clock: Clock,
  burst: number,
  interval: number,
): (key: string, how?: 'counts' | 'looks') => Result<true> {
  /** time at which each key has its full burst again */
  const full = new Map<string, number>()
  return (key, how = 'counts') => {
    const now = clock()
    const known = full.get(key) ?? now
    // A later time was stored while the clock was ahead, and is ignored.
    const until = known > now + burst * interval ? now : Math.max(now, known)
    const wait = until + interval - (now + burst * interval)
    if (wait > 0) return refuse('request.too-many', { seconds: Math.ceil(wait / 1000) })
    if (how === 'looks') return ok(true)
    full.delete(key)
    full.set(key, until + interval)
    const [oldest] = full.keys()
    if (full.size > MAX_KEYS && oldest !== undefined) full.delete(oldest)
    return ok(true)
  }
}
