import { type PaymentFact, type PaymentOrder, MAX_REFUNDS } from './documents/order.ts'
import type { Instant } from '../kernel/instant.ts'
import { PAID_STATUS } from '../kernel/limits.ts'
import { openAttempt, statusOf, withFacts } from './facts.ts'
import { isWaiting, leftOf, surplusOf } from './ledger.ts'
import { withNextLook } from './look-again.ts'
import { takenBy } from './stock.ts'

/** The fact by which an order was paid: the first known. Its receipt names it, and other money is a surplus. */
export function settledBy({ facts }: Pick<PaymentOrder, 'facts'>): PaymentFact | undefined {
  return facts.find(({ kind }) => kind === 'paid' || kind === 'waived')
}

/**
 * One step of an order: what is new of these facts, and what follows from it. The same object when nothing is new.
 *
 * | what became known | follows |
 * |---|---|
 * | it is paid, and what it buys is still held for it, or enough is left | delivered |
 * | it is paid too late, and not enough is left | sold-out; the money goes back by itself |
 * | more money than the first payment | it goes back by itself, unless it came over the desk |
 * | money of another amount than its attempt's | a person decides |
 *
 * @param left how many of its zone are not taken, beside what this order holds; Infinity where nothing is counted
 */
export function settle(order: PaymentOrder, facts: readonly PaymentFact[], left: number, now: Instant): PaymentOrder {
  const known = withFacts(order, facts)
  return known === order ? order : concluded(known, takenBy(order) > 0 || left >= order.quanty, now)
}

/** @param isHeld what the order buys is there for it */
function concluded(order: PaymentOrder, isHeld: boolean, now: Instant): PaymentOrder {
  const status = statusOf(order.facts)
  const isDecided = status !== PAID_STATUS || order.delivery === 'delivered' || order.delivery === 'sold-out'
  const delivery = isDecided ? order.delivery : isHeld || order.zone === undefined ? 'delivered' : 'sold-out'
  return withNextLook(withOpen(withSurplusAsked({ ...order, status, delivery }, now)), now)
}

/** The same order, marked by whether anything of it has still to be looked at. */
export function withOpen(order: PaymentOrder): PaymentOrder {
  const open = openAttempt(order) !== undefined || order.refunds.some((refund) => isWaiting(refund, order))
  return { ...order, open }
}

/** The same order, asking back what is too much: of the latest payments first, and never of one over the desk. */
function withSurplusAsked(order: PaymentOrder, now: Instant): PaymentOrder {
  const waiting = order.refunds.filter((refund) => refund.by === undefined && isWaiting(refund, order))
  let missing = surplusOf(order) - waiting.reduce((sum, { amount }) => sum + amount, 0)
  const refunds = [...order.refunds]
  const first = settledBy(order)
  const payments = order.facts.filter(({ kind, provider }) => kind === 'paid' && provider !== 'desk')
  for (const payment of [
    ...payments.filter((one) => one !== first).toReversed(),
    ...payments.filter((one) => one === first),
  ]) {
    const amount = Math.min(missing, leftOf(payment.reference, { ...order, refunds }))
    if (amount <= 0 || refunds.length >= MAX_REFUNDS) continue
    const id = `back~${payment.reference}~${refunds.length}`
    refunds.push({ id, payment: payment.reference, amount, reason: '', at: now })
    missing -= amount
  }
  return { ...order, refunds }
}
