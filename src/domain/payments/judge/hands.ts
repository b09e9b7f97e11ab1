import type { PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type Instant, type Result, ok } from '../../kernel/index.ts'
import { findOpenAttempt } from '../facts.ts'
import { countSoldPlaces, countTakenPlaces } from '../stock.ts'
import { set, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import {
  addToBucket,
  refuseTooManyRequests,
  computeRateLimitWait,
  type BucketLevel,
  type RateLimit,
} from '../../limits/judge.ts'

/** Rate limit bucket for orders by users without an account. */
export type HoldBucket = Omit<RateLimit, 'cost'>

/** Rate limits for orders by users without an account. Empty if the network is unknown. */
export type OrderLimits = {
  /**
   * places that the network holds without payment; removed from the bucket when the order is paid or releases them, not
   * by time
   */
  readonly held: readonly HoldBucket[]
  /** free places that the network took; removed from the bucket by time */
  readonly free: readonly HoldBucket[]
  /** e-mails sent for unpaid orders of the network */
  readonly emails: readonly HoldBucket[]
  /** e-mails to one address, from all networks; beyond the limit, the order is accepted but no e-mail is sent */
  readonly recipient: readonly HoldBucket[]
}

export const NO_ORDER_LIMITS: OrderLimits = { held: [], free: [], emails: [], recipient: [] }

/** Lifetime of an unchanged bucket of held places, in milliseconds; longer than any reservation. */
const HOLD_BUCKET_LIFE_MS = 7 * 24 * 3_600_000

export function listLimitKeys(limits: OrderLimits | undefined): readonly Key[] {
  return limits === undefined ? [] : Object.values(limits).flatMap((all) => all.map(({ key }) => key))
}

/** Returns the buckets that count the held places of an order. */
export function listHoldBuckets(order: PaymentOrder | undefined): readonly HoldBucket[] {
  const attempt = order === undefined ? undefined : findOpenAttempt(order)
  return (attempt?.from ?? []).map(({ bucket, interval }) => ({ key: bucket as Key<BucketLevel>, burst: 0, interval }))
}

/**
 * Result of counting an order for the rate limits. `isQuiet`: no e-mail is sent for it. Held places are counted
 * separately, by `buildHoldBucketWrites`.
 */
export type OrderCountResult = { readonly isQuiet: boolean; readonly writes: readonly Write[] }

/**
 * Counts an order for the rate limits. The table shows the amount for each bucket; `held` is only checked here, and
 * added by `buildHoldBucketWrites`:
 *
 * | order | held | free | emails | recipient |
 * |---|---|---|---|---|
 * | free | | its places | 1 | 1 |
 * | waits for staff | its places | | 1 | 1 |
 * | paid at a provider | its places, unless taken over from its reservation | | | |
 *
 * Refuses with request.too-many.
 */
export function countOrderForLimits(
  limits: OrderLimits,
  order: Pick<PaymentOrder, 'zone' | 'quanty' | 'amount' | 'email'>,
  documents: FoundDocuments,
  { isWait, takesOver, now }: { readonly isWait: boolean; readonly takesOver: boolean; readonly now: number },
): Result<OrderCountResult> {
  const isFree = order.amount === 0
  const places = order.zone === undefined ? 0 : order.quanty
  const emails = (isFree || isWait) && order.email !== '' ? 1 : 0
  const of = (all: readonly HoldBucket[], cost: number): readonly RateLimit[] =>
    cost === 0 ? [] : all.map((bucket) => ({ ...bucket, cost }))
  const leaking = [...of(limits.free, isFree ? places : 0), ...of(limits.emails, emails)]
  const wait = Math.max(
    0,
    ...of(limits.held, isFree || takesOver ? 0 : places).map((measure) => computeHoldWait(measure, documents)),
    ...leaking.map((measure) => computeRateLimitWait(measure, documents.get(measure.key), now)),
  )
  if (wait > 0) return refuseTooManyRequests(wait)
  const recipient = of(limits.recipient, emails)
  const isQuiet = recipient.some((measure) => computeRateLimitWait(measure, documents.get(measure.key), now) > 0)
  const countedMeasures = isQuiet ? leaking : [...leaking, ...recipient]
  return ok({
    isQuiet,
    writes: countedMeasures.map((measure) => addToBucket(measure, documents.get(measure.key), now)),
  })
}

/**
 * Suggested milliseconds until the next try. The bucket of held places does not empty with time, so this is not exact.
 */
function computeHoldWait({ key, burst, interval }: HoldBucket, documents: FoundDocuments): number {
  return (documents.get(key)?.count ?? 0) >= burst ? interval : 0
}

/** Updates the buckets of an order's held places after a step. */
export function buildHoldBucketWrites(
  before: PaymentOrder | undefined,
  after: PaymentOrder,
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const cost = countUnpaidPlaces(after) - countUnpaidPlaces(before)
  if (cost === 0) return []
  const at = toMilliseconds(now)
  const hands = listHoldBuckets(cost > 0 ? after : before)
  return hands.map(({ key }) => {
    const count = Math.max(0, (documents.get(key)?.count ?? 0) + cost)
    return set(key, { count, at, expiresAt: toInstant(at + HOLD_BUCKET_LIFE_MS) })
  })
}

function countUnpaidPlaces(order: PaymentOrder | undefined): number {
  return order === undefined ? 0 : countTakenPlaces(order) - countSoldPlaces(order)
}
