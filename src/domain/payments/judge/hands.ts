import type { PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type Instant, type Result, ok } from '../../kernel/index.ts'
import { openAttempt } from '../facts.ts'
import { soldBy, takenBy } from '../stock.ts'
import { set, type Found, type Key, type Write } from '../../store/index.ts'
import { filled, tooMany, waitOf, type Level, type Measure } from '../../limits/judge.ts'

/** A bucket for orders without an account. */
export type Hands = Omit<Measure, 'cost'>

/** The buckets that bound what strangers can order. Those of an unknown network are empty. */
export type OrderLimits = {
  /** unpaid places of the network: they leave when they are paid or released, not with time */
  readonly held: readonly Hands[]
  /** free places of the network: they leave with time */
  readonly free: readonly Hands[]
  /** e-mails caused by orders of the network without any money */
  readonly emails: readonly Hands[]
  /** the same to one address, from everyone; beyond it the order is taken and no e-mail is sent */
  readonly recipient: readonly Hands[]
}

export const NO_LIMITS: OrderLimits = { held: [], free: [], emails: [], recipient: [] }

/** A held bucket that no order has moved for so long is forgotten. Longer than any order may wait for its money. */
const MAX_HELD_MS = 7 * 24 * 3_600_000

export function limitKeys(limits: OrderLimits | undefined): readonly Key[] {
  return limits === undefined ? [] : Object.values(limits).flatMap((all) => all.map(({ key }) => key))
}

/** The buckets that an order has put places into, which it takes out again when they are paid or free. */
export function handsOf(order: PaymentOrder | undefined): readonly Hands[] {
  const attempt = order === undefined ? undefined : openAttempt(order)
  return (attempt?.from ?? []).map(({ bucket, interval }) => ({ key: bucket as Key<Level>, burst: 0, interval }))
}

/** An order as counted for limits, apart from the places that it holds, which its step counts. */
export type CountedOrder = { readonly isQuiet: boolean; readonly writes: readonly Write[] }

/**
 * | order | held | free | emails | recipient |
 * |---|---|---|---|---|
 * | is free | | its places | 1 | 1 |
 * | waits for staff | its places | | 1 | 1 |
 * | is paid at a provider | its places, unless it takes over those of its wait | | | |
 *
 * Refuses with request.too-many.
 */
export function countOrder(
  limits: OrderLimits,
  order: Pick<PaymentOrder, 'zone' | 'quanty' | 'amount' | 'email'>,
  { isWait, takesOver }: { readonly isWait: boolean; readonly takesOver: boolean },
  found: Found,
  now: number,
): Result<CountedOrder> {
  const isFree = order.amount === 0
  const places = order.zone === undefined ? 0 : order.quanty
  const emails = (isFree || isWait) && order.email !== '' ? 1 : 0
  const of = (all: readonly Hands[], cost: number): readonly Measure[] =>
    cost === 0 ? [] : all.map((one) => ({ ...one, cost }))
  const leaking = [...of(limits.free, isFree ? places : 0), ...of(limits.emails, emails)]
  const wait = Math.max(
    0,
    ...of(limits.held, isFree || takesOver ? 0 : places).map((one) => heldWait(one, found)),
    ...leaking.map((measure) => waitOf(measure, found.get(measure.key), now)),
  )
  if (wait > 0) return tooMany(wait)
  const recipient = of(limits.recipient, emails)
  const isQuiet = recipient.some((measure) => waitOf(measure, found.get(measure.key), now) > 0)
  const counted = isQuiet ? leaking : [...leaking, ...recipient]
  return ok({ isQuiet, writes: counted.map((measure) => filled(measure, found.get(measure.key), now)) })
}

/** Milliseconds after which to try again: nothing is free before an order ends, which may be at any time. */
function heldWait({ key, burst, interval }: Hands, found: Found): number {
  return (found.get(key)?.count ?? 0) >= burst ? interval : 0
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
  const at = toMilliseconds(now)
  const hands = handsOf(cost > 0 ? after : before)
  return hands.map(({ key }) => {
    const count = Math.max(0, (found.get(key)?.count ?? 0) + cost)
    return set(key, { count, at, expiresAt: toInstant(at + MAX_HELD_MS) })
  })
}

function unpaidBy(order: PaymentOrder | undefined): number {
  return order === undefined ? 0 : takenBy(order) - soldBy(order)
}
