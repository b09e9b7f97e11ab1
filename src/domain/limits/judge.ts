import { type Instant, ok, refuse, toInstant, type Refusal, type Result } from '../kernel/index.ts'
import { type Key, set, type Unit, unitForKeys, type Write } from '../store/index.ts'

/**
 * Level of a leaky bucket, which one unit leaves per interval. While it is full, nothing is accepted. `at` is in
 * milliseconds.
 */
export type BucketLevel = { readonly count: number; readonly at: number; readonly expiresAt: Instant }
export type RateLimit = {
  readonly key: Key<BucketLevel>
  readonly burst: number
  readonly interval: number
  readonly cost: number
}

/**
 * Returns the milliseconds until there is room for one unit; 0 if there is room now. A larger cost is accepted as a
 * whole if there is room for one unit, and later requests wait longer.
 */
export function computeRateLimitWait(measure: RateLimit, stored: BucketLevel | undefined, now: number): number {
  const { burst, interval } = measure
  return Math.max(0, (computeBucketLevel(measure, stored, now) - burst + 1) * interval)
}

export function addToBucket(measure: RateLimit, stored: BucketLevel | undefined, now: number): Write {
  const { key, interval, cost } = measure
  const count = computeBucketLevel(measure, stored, now) + cost
  return set(key, { count, at: now, expiresAt: toInstant(now + count * interval) })
}

/**
 * Current level. Uses the absolute time difference, because the clock may have been ahead when the level was stored. A
 * clock that was a year ahead would otherwise block for a year.
 */
function computeBucketLevel({ interval }: RateLimit, stored: BucketLevel | undefined, now: number): number {
  return stored === undefined ? 0 : Math.max(0, stored.count - Math.abs(now - stored.at) / interval)
}

export function refuseTooManyRequests(wait: number): Refusal {
  return refuse('request.too-many', { seconds: Math.ceil(wait / 1000) })
}

/**
 * Adds all costs to their buckets if each bucket has room. Negative costs are refunds and need no room. Refuses with
 * request.too-many.
 */
export function addCostsUnit(measures: readonly RateLimit[], now: number): Unit<Result<true>> {
  return unitForKeys<Result<true>>(
    measures.map(({ key }) => key),
    (documents) => {
      const costly = measures.filter(({ cost }) => cost >= 0)
      const wait = Math.max(
        0,
        ...costly.map((measure) => computeRateLimitWait(measure, documents.get(measure.key), now)),
      )
      return wait > 0
        ? { result: refuseTooManyRequests(wait), writes: [] }
        : { result: ok(true), writes: measures.map((measure) => addToBucket(measure, documents.get(measure.key), now)) }
    },
  )
}
