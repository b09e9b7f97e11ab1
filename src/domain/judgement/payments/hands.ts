import type { PaymentOrder } from '../../documents/index.ts'
import { toMilliseconds, type Instant } from '../../kernel/index.ts'
import { openAttempt, soldBy, takenBy } from '../../payments/index.ts'
import type { Found, Key, Write } from '../../store/index.ts'
import { filled, type Level, type Measure, waitOf } from '../limits/rate-limit.ts'

/** A bucket of the network that an order comes from: how many unpaid places its people may have at a time. */
export type Hands = Omit<Measure, 'cost'>

/** The buckets that an order has put places into, which it takes out again when they are paid or free. */
export function handsOf(order: PaymentOrder | undefined): readonly Hands[] {
  const attempt = order === undefined ? undefined : openAttempt(order)
  return (attempt?.from ?? []).map(({ bucket, interval }) => ({ key: bucket as Key<Level>, burst: 0, interval }))
}

/** Milliseconds until a network may have another place in its hands; 0: now. */
export function waitForHands(hands: readonly Hands[], found: Found, now: Instant): number {
  const waits = hands.map((one) => waitOf({ ...one, cost: 1 }, found.get(one.key), toMilliseconds(now)))
  return Math.max(0, ...waits)
}

/** A step of an order puts what it takes, unpaid, into its buyer's buckets, and takes out what is paid or free. */
export function handsWrites(
  before: PaymentOrder | undefined,
  after: PaymentOrder,
  found: Found,
  now: Instant,
): readonly Write[] {
  const cost = unpaidBy(after) - unpaidBy(before)
  if (cost === 0) return []
  const hands = handsOf(cost > 0 ? after : before)
  return hands.map((one) => filled({ ...one, cost }, found.get(one.key), toMilliseconds(now)))
}

function unpaidBy(order: PaymentOrder | undefined): number {
  return order === undefined ? 0 : takenBy(order) - soldBy(order)
}
