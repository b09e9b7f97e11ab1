import { type Instant, ok, refuse, toInstant, type Refusal, type Result } from '../kernel/index.ts'
import { type Key, set, type Unit, unitOver, type Write } from '../store/index.ts'

/** What a bucket holds: it leaks one in each interval, and takes nothing while it is full. `at` in milliseconds. */
export type Level = { readonly count: number; readonly at: number; readonly expiresAt: Instant }
export type Measure = {
  readonly key: Key<Level>
  readonly burst: number
  readonly interval: number
  readonly cost: number
}

/** Milliseconds until there is room for one; 0 when there is. Its cost goes in whole; the debt is waited for later. */
export function waitOf(measure: Measure, stored: Level | undefined, now: number): number {
  const { burst, interval } = measure
  return Math.max(0, (levelAt(measure, stored, now) - burst + 1) * interval)
}

export function filled(measure: Measure, stored: Level | undefined, now: number): Write {
  const { key, interval, cost } = measure
  const count = levelAt(measure, stored, now) + cost
  return set(key, { count, at: now, expiresAt: toInstant(now + count * interval) })
}

/** Time counts whichever way it went: after a clock that was a year ahead, no one waits for the year to be over. */
function levelAt({ interval }: Measure, stored: Level | undefined, now: number): number {
  return stored === undefined ? 0 : Math.max(0, stored.count - Math.abs(now - stored.at) / interval)
}

export function tooMany(wait: number): Refusal {
  return refuse('request.too-many', { seconds: Math.ceil(wait / 1000) })
}

/**
 * Counts costs, all of them, where each bucket has room; a negative cost is given back, and waits for no room of its
 * own. Refuses with request.too-many.
 */
export function spending(measures: readonly Measure[], now: number): Unit<Result<true>> {
  return unitOver<Result<true>>(
    measures.map(({ key }) => key),
    (found) => {
      const costly = measures.filter(({ cost }) => cost >= 0)
      const wait = Math.max(0, ...costly.map((measure) => waitOf(measure, found.get(measure.key), now)))
      return wait > 0
        ? { result: tooMany(wait), writes: [] }
        : { result: ok(true), writes: measures.map((measure) => filled(measure, found.get(measure.key), now)) }
    },
  )
}
