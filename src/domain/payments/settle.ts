import { type PaymentFact, type PaymentOrder, MAX_REFUNDS } from './documents/order.ts'
import type { Instant } from '../kernel/instant.ts'
import { PAID_STATUS } from '../kernel/limits.ts'
import { findOpenAttempt, computeOrderStatus, addFacts } from './facts.ts'
import { isRefundPending, computeRefundable, computeSurplus, hasRefundFailed } from './ledger.ts'
import { setNextPoll } from './polling.ts'
import { countTakenPlaces } from './stock.ts'

/** Fact that settled an order: the first payment or waiver. The receipt refers to it; later payments are surplus. */
export function findSettlingFact({ facts }: Pick<PaymentOrder, 'facts'>): PaymentFact | undefined {
  return facts.find(({ kind }) => kind === 'paid' || kind === 'waived')
}

/**
 * Adds new facts to an order and derives the consequences. Returns the same object if nothing is new.
 *
 * | new | consequence |
 * |---|---|
 * | paid, and its places are held or enough are left | delivered |
 * | paid too late, and not enough left | sold-out, refunded automatically |
 * | further payment | refunded automatically, unless from the desk |
 * | paid after the event was cancelled | sold-out, refunded automatically |
 * | payment that differs from its attempt | staff decide |
 *
 * @param remaining places of the order's zone that other orders do not take; Infinity without a zone
 */
export function settleOrder(
  order: PaymentOrder,
  facts: readonly PaymentFact[],
  remaining: number,
  now: Instant,
): PaymentOrder {
  const known = addFacts(order, facts)
  return known === order ? order : concludeOrder(known, countTakenPlaces(order) > 0 || remaining >= order.quanty, now)
}

/**
 * Derives status, delivery and automatic refunds from the facts. @param isHeld enough places are available for this
 * order
 */
function concludeOrder(order: PaymentOrder, isHeld: boolean, now: Instant): PaymentOrder {
  const status = computeOrderStatus(order.facts)
  const isDecided = status !== PAID_STATUS || order.delivery === 'delivered' || order.delivery === 'sold-out'
  const isAvailable = order.cancelled === undefined && (isHeld || order.zone === undefined)
  const paid = isAvailable ? 'delivered' : 'sold-out'
  const delivery = isDecided ? order.delivery : paid
  return setNextPoll(setOpenFlag(withSurplusRefunds({ ...order, status, delivery }, now)), now)
}

/** Returns the order with `open` set if it still has to be polled. */
export function setOpenFlag(order: PaymentOrder): PaymentOrder {
  const open = findOpenAttempt(order) !== undefined || order.refunds.some((refund) => isRefundPending(refund, order))
  return { ...order, open }
}

/**
 * Marks an order as cancelled with its event, and requests the refund of all money that it still has. Payments at the
 * desk become a surplus that staff give back. An order that is already marked is unchanged, except that refunds which
 * failed are requested again.
 */
export function cancelOrder(order: PaymentOrder, now: Instant): PaymentOrder {
  const marked = { ...order, cancelled: order.cancelled ?? now }
  return setNextPoll(setOpenFlag(withSurplusRefunds(marked, now, 'again')), now)
}

/**
 * Returns the order with automatic refunds of its surplus. The latest payments are refunded first; payments at the desk
 * are never refunded automatically. After a failed refund of a cancelled order staff decide when to try again.
 */
function withSurplusRefunds(order: PaymentOrder, now: Instant, how: 'once' | 'again' = 'once'): PaymentOrder {
  const waiting = order.refunds.filter((refund) => refund.by === undefined && isRefundPending(refund, order))
  let missing = computeSurplus(order) - waiting.reduce((sum, { amount }) => sum + amount, 0)
  const refunds = [...order.refunds]
  const first = findSettlingFact(order)
  const isOver = (payment: string): boolean =>
    how === 'once' &&
    order.cancelled !== undefined &&
    order.refunds.some((refund) => {
      return refund.by === undefined && refund.payment === payment && hasRefundFailed(refund, order.facts)
    })
  const payments = order.facts.filter(
    ({ kind, provider, reference }) => kind === 'paid' && provider !== 'desk' && !isOver(reference),
  )
  for (const payment of [
    ...payments.filter((eachPayment) => eachPayment !== first).toReversed(),
    ...payments.filter((eachPayment) => eachPayment === first),
  ]) {
    const amount = Math.min(missing, computeRefundable(payment.reference, { ...order, refunds }))
    if (amount <= 0 || refunds.length >= MAX_REFUNDS) continue
    const id = `back~${payment.reference}~${refunds.length}`
    refunds.push({ id, payment: payment.reference, amount, reason: '', at: now })
    missing -= amount
  }
  return { ...order, refunds }
}
