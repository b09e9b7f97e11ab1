import type { PaymentFact, PaymentOrder, Refund } from './documents/order.ts'
import { disputedOf, isOfDispute, isWonBack, lostOf } from './disputes.ts'

type Facts = readonly PaymentFact[]
type Money = Pick<PaymentOrder, 'facts' | 'refunds' | 'amount' | 'delivery' | 'zone'>

/**
 * An order's money, in cents. `asked`: yet to go back; `lost`: taken by disputes, settled or not; `disputed`: may still
 * be lost; `kept` = paid − refunded − lost; `free`: can still be given back.
 */
export type Ledger = {
  readonly paid: number
  readonly refunded: number
  readonly lost: number
  readonly disputed: number
  readonly asked: number
  readonly kept: number
  readonly free: number
}

/** Each payment and each refund once, however often it was heard of. */
export function ledgerOf(order: Money): Ledger {
  const paid = sumOf(order.facts.filter(isMoney))
  const back = refundsIn(order.facts)
  const settled = sumOf(back.filter((fact) => isOfDispute(fact, order.facts)))
  const refunded = sumOf(back) - settled
  const references = [...new Set(order.facts.filter(isMoney).map(({ reference }) => reference))]
  const sumBy = (amountOf: (reference: string) => number): number =>
    references.reduce((sum, reference) => sum + amountOf(reference), 0)
  const unsettled = sumBy((reference) => notRefunded(reference, order.facts) - notBack(reference, order.facts))
  const lost = settled + unsettled
  const disputed = sumBy((reference) => atRisk(reference, order.facts))
  const kept = paid - refunded - lost
  const asked = waitingOfStaff(order) + surplusOf(order)
  return { paid, refunded, lost, disputed, asked, kept, free: Math.max(0, kept - asked - disputed) }
}

/**
 * Money that goes back by itself: what came beyond the order's entitlement. That is its amount less what staff gave
 * back, and nothing where the money came when nothing was left; for places also no more than has stayed (`leastHere`).
 * What the provider's own pages gave back counts, so that a payment that came twice does not go back twice.
 */
export function surplusOf({ facts, refunds, amount, delivery, zone }: Money): number {
  const payments = facts.filter(({ kind }) => kind === 'paid')
  const ofPayments = refunds.filter(({ payment }) => payments.some(({ reference }) => reference === payment))
  // Disputed money is no surplus yet, because the dispute may be lost.
  const here = payments.reduce((sum, { reference }) => sum + notBack(reference, facts) - atRisk(reference, facts), 0)
  // Staff who give back money of another amount, or a surplus, take nothing from what the order is entitled to.
  const given = ofPayments.filter(
    (one) => one.by !== undefined && one.payment === payments[0]?.reference && !hasFailed(one, facts),
  )
  const most = zone === undefined ? amount : Math.min(amount, leastHere(facts, given))
  const entitled = delivery === 'sold-out' ? 0 : Math.max(0, most - sumOf(given))
  return Math.max(0, here - waitingOfStaff({ facts, refunds: ofPayments }) - entitled)
}

/**
 * The least money that was here after any refund but these, in cents; Infinity where there was none: a place whose
 * money went back may be another's by then, and money that comes later does not take it again.
 * @param given by staff, which is taken off by itself
 */
function leastHere(facts: Facts, given: readonly Refund[]): number {
  const placeOf = (payment?: string): number =>
    facts.findIndex(({ kind, reference }) => kind === 'paid' && reference === payment)
  // A refund that is heard of before its payment takes nothing until that is here.
  const back = refundsIn(facts)
    .filter(({ of, reference }) => placeOf(of) >= 0 && !given.some((refund) => refund.reference === reference))
    .map((fact) => ({ amount: fact.amount, at: Math.max(facts.indexOf(fact), placeOf(fact.of)) }))
  const hereAt = (last: number): number =>
    sumOf(facts.filter(({ kind }, at) => kind === 'paid' && at <= last)) - sumOf(back.filter(({ at }) => at <= last))
  return Math.min(...back.map(({ at }) => hereAt(at)))
}

/** Money that has come, whether or not it was the right amount. */
export function isMoney({ kind }: PaymentFact): boolean {
  return kind === 'paid' || kind === 'mismatch'
}

/**
 * Whether a refund that was asked for has neither happened nor failed. Until the provider's id of it is written down it
 * waits, although the provider's word may have come before; not where all of its payment has gone back otherwise, or,
 * of one that goes back by itself, nothing is too much any more.
 */
export function isWaiting({ reference, payment, by }: Refund, order: Money): boolean {
  if (reference !== undefined) return !order.facts.some((fact) => isOfRefund(fact) && fact.reference === reference)
  return notBack(payment, order.facts) > 0 && (by !== undefined || surplusOf(order) > 0)
}

/** Money that went back and stays there: what the provider takes back (from a closed card or account) is here again. */
export function refundsIn(facts: Facts): Facts {
  return facts.filter((fact) => fact.kind === 'refunded' && !hasFailed(fact, facts))
}

/** What of one payment can still be given back by staff, in cents. */
export function leftOf(payment: string, order: Money): number {
  const asked = sumOf(order.refunds.filter((refund) => refund.payment === payment && isWaiting(refund, order)))
  return Math.max(0, notBack(payment, order.facts) - asked - atRisk(payment, order.facts))
}

/** Amount of a payment that is neither refunded nor lost in a dispute, in cents. */
export function notBack(payment: string, facts: Facts): number {
  return Math.max(0, notRefunded(payment, facts) - lostOf(payment, facts))
}

/** Amount of a payment that is not refunded, in cents. A dispute may have taken it. */
export function notRefunded(payment: string, facts: Facts): number {
  const came = sumOf(facts.filter((fact) => isMoney(fact) && fact.reference === payment))
  return Math.max(0, came - sumOf(refundsIn(facts).filter(({ of }) => of === payment)))
}

/** Amount of a payment that an open dispute may still take, in cents. It cannot be refunded until then. */
function atRisk(payment: string, facts: Facts): number {
  return Math.min(notBack(payment, facts), disputedOf(payment, facts))
}

function waitingOfStaff({ facts, refunds }: Pick<Money, 'facts' | 'refunds'>): number {
  const waiting = new Map<string, number>()
  for (const { by, reference, payment, amount } of refunds) {
    const isDone = reference !== undefined && facts.some((fact) => isOfRefund(fact) && fact.reference === reference)
    if (by !== undefined && !isDone) waiting.set(payment, (waiting.get(payment) ?? 0) + amount)
  }
  return [...waiting].reduce((sum, [payment, amount]) => sum + Math.min(amount, notBack(payment, facts)), 0)
}

/**
 * Whether the provider has said that a refund did not come through, or that a dispute which staff had settled as lost
 * was won in the end: its money is here again.
 */
export function hasFailed({ reference }: { readonly reference?: string | undefined }, facts: Facts): boolean {
  const isFailed = facts.some((fact) => fact.kind === 'refund-failed' && fact.reference === reference)
  return isFailed || isWonBack(reference, facts)
}

function isOfRefund({ kind }: PaymentFact): boolean {
  return kind === 'refunded' || kind === 'refund-failed'
}

function sumOf(all: readonly { readonly amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0)
}

/** What of a refund is still to be asked for at the provider, in cents: 0 where it was, or nothing is to go back. */
export function amountOfRefund(refund: Refund, order: Money): number {
  if (refund.reference !== undefined || !isWaiting(refund, order)) return 0
  const most = Math.min(refund.amount, notBack(refund.payment, order.facts))
  return refund.by === undefined ? Math.min(most, surplusOf(order)) : most
}
