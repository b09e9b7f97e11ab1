import type { PaymentFact, PaymentOrder, Refund } from './documents/order.ts'
import { sumOpenDisputes, isSettledDispute, isDisputeWonLater, sumUnsettledLosses } from './disputes.ts'

type Facts = readonly PaymentFact[]
type Money = Pick<PaymentOrder, 'facts' | 'refunds' | 'amount' | 'delivery' | 'zone' | 'cancelled'>

/**
 * Money of an order, in cents:
 * - `lost`: taken by lost disputes, settled or not
 * - `disputed`: under open disputes, may still be lost
 * - `asked`: refunds in progress, by staff and automatic. Other surplus (`computeSurplus`) waits for staff and is
 *   `free`, such as money of a cancelled event that was paid at the desk
 * - `kept`: paid − refunded − lost
 * - `free`: can still be refunded
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

/** Returns the ledger of an order. Repeated reports of a payment or refund count once. */
export function buildLedger(order: Money): Ledger {
  const paid = sumAmounts(order.facts.filter(isReceivedMoney))
  const facts = listSuccessfulRefunds(order.facts)
  const settled = sumAmounts(facts.filter((fact) => isSettledDispute(fact, order.facts)))
  const refunded = sumAmounts(facts) - settled
  const references = [...new Set(order.facts.filter(isReceivedMoney).map(({ reference }) => reference))]
  const sumBy = (amountOf: (reference: string) => number): number =>
    references.reduce((sum, reference) => sum + amountOf(reference), 0)
  const unsettled = sumBy(
    (reference) => computeUnrefundedAmount(reference, order.facts) - computeRetainedAmount(reference, order.facts),
  )
  const lost = settled + unsettled
  const disputed = sumBy((reference) => computeAmountAtRisk(reference, order.facts))
  const kept = paid - refunded - lost
  const requested = listPendingStaffRefunds(order) + listPendingAutomaticRefunds(order)
  return { paid, refunded, lost, disputed, asked: requested, kept, free: Math.max(0, kept - requested - disputed) }
}

/** Amount of an order's price that was refunded, in cents, without refunds of surplus money and refunds in progress. */
export function computeRefundedPrice({ refunded, kept }: Ledger, amount: number): number {
  return Math.max(0, Math.min(refunded, amount - kept))
}

/** Returns whether an order's price was refunded in full or in part (`computeRefundedPrice`). */
export function computeRefundExtent(ledger: Ledger, amount: number): 'none' | 'part' | 'whole' {
  if (computeRefundedPrice(ledger, amount) === 0) return 'none'
  return ledger.kept > 0 ? 'part' : 'whole'
}

/**
 * Amount to refund automatically, in cents: the money of the order's payments beyond its entitlement. The entitlement
 * is the order's amount minus refunds by staff, and 0 if sold out or cancelled. For an order of places it is also at
 * most the lowest balance left after other refunds (`computeMinRemaining`). Refunds made on the provider's own pages
 * count, so that a double payment is not refunded twice.
 */
export function computeSurplus({ facts, refunds, amount, delivery, zone, cancelled }: Money): number {
  const payments = facts.filter(({ kind }) => kind === 'paid')
  const refundsOfPayments = refunds.filter(({ payment }) => payments.some(({ reference }) => reference === payment))
  // Money under an open dispute is no surplus yet, because the dispute may be lost.
  const here = payments.reduce(
    (sum, { reference }) => sum + computeRetainedAmount(reference, facts) - computeAmountAtRisk(reference, facts),
    0,
  )
  // Refunds of mismatches or surpluses by staff do not reduce the entitlement.
  const entitlementRefunds = refundsOfPayments.filter(
    (payment) =>
      payment.by !== undefined && payment.payment === payments[0]?.reference && !hasRefundFailed(payment, facts),
  )
  const max = zone === undefined ? amount : Math.min(amount, computeMinRemaining(facts, entitlementRefunds))
  const refundableByEntitlement =
    delivery === 'sold-out' || cancelled !== undefined ? 0 : Math.max(0, max - sumAmounts(entitlementRefunds))
  return Math.max(0, here - listPendingStaffRefunds({ facts, refunds: refundsOfPayments }) - refundableByEntitlement)
}

/**
 * Lowest balance after any refund that is not in `given`, in cents; Infinity if there was none. More money that arrives
 * after such a refund does not raise it: a refunded place may have been sold again, and a later payment does not
 * reserve it again.
 * @param given refunds by staff, which are subtracted separately
 */
function computeMinRemaining(facts: Facts, given: readonly Refund[]): number {
  const findPaymentIndex = (payment?: string): number =>
    facts.findIndex(({ kind, reference }) => kind === 'paid' && reference === payment)
  // If a refund was reported before its payment, it counts from the payment on.
  const back = listSuccessfulRefunds(facts)
    .filter(({ of, reference }) => findPaymentIndex(of) >= 0 && !given.some((refund) => refund.reference === reference))
    .map((fact) => ({ amount: fact.amount, at: Math.max(facts.indexOf(fact), findPaymentIndex(fact.of)) }))
  const sumUntil = (last: number): number =>
    sumAmounts(facts.filter(({ kind }, index) => kind === 'paid' && index <= last)) -
    sumAmounts(back.filter(({ at }) => at <= last))
  return Math.min(...back.map(({ at }) => sumUntil(at)))
}

/** Checks whether a fact is received money, even if its amount is wrong. */
export function isReceivedMoney({ kind }: PaymentFact): boolean {
  return kind === 'paid' || kind === 'mismatch'
}

/**
 * Checks whether a requested refund has neither happened nor failed. A refund without the provider's id is pending,
 * although its result may already be known. It is not pending if its payment was fully refunded in another way, or if
 * it is an automatic refund that is no longer needed or was withdrawn.
 */
export function isRefundPending({ reference, payment, by, withdrawn }: Refund, order: Money): boolean {
  if (withdrawn === true) return false
  if (reference !== undefined) return !order.facts.some((fact) => isOfRefund(fact) && fact.reference === reference)
  return computeRetainedAmount(payment, order.facts) > 0 && (by !== undefined || computeSurplus(order) > 0)
}

/**
 * Refunds that did not fail. If a refund fails (e.g. the card or account is closed), the provider returns the money to
 * the municipality.
 */
export function listSuccessfulRefunds(facts: Facts): Facts {
  return facts.filter((fact) => fact.kind === 'refunded' && !hasRefundFailed(fact, facts))
}

/** Amount of a payment that staff can still refund, in cents. */
export function computeRefundable(payment: string, order: Money): number {
  const requested = sumAmounts(
    order.refunds.filter((refund) => refund.payment === payment && isRefundPending(refund, order)),
  )
  return Math.max(
    0,
    computeRetainedAmount(payment, order.facts) - requested - computeAmountAtRisk(payment, order.facts),
  )
}

/** Amount of a payment that is neither refunded nor lost in a dispute, in cents. */
export function computeRetainedAmount(payment: string, facts: Facts): number {
  return Math.max(0, computeUnrefundedAmount(payment, facts) - sumUnsettledLosses(payment, facts))
}

/** Amount of a payment that was not refunded, in cents, whether or not a dispute took it. */
export function computeUnrefundedAmount(payment: string, facts: Facts): number {
  const receivedCents = sumAmounts(facts.filter((fact) => isReceivedMoney(fact) && fact.reference === payment))
  return Math.max(0, receivedCents - sumAmounts(listSuccessfulRefunds(facts).filter(({ of }) => of === payment)))
}

/**
 * Amount of a payment that an open dispute may still take, in cents. It is not refundable until the dispute is decided.
 */
function computeAmountAtRisk(payment: string, facts: Facts): number {
  return Math.min(computeRetainedAmount(payment, facts), sumOpenDisputes(payment, facts))
}

function listPendingStaffRefunds({ facts, refunds }: Pick<Money, 'facts' | 'refunds'>): number {
  const waiting = new Map<string, number>()
  for (const { by, reference, payment, amount } of refunds) {
    const isDone = reference !== undefined && facts.some((fact) => isOfRefund(fact) && fact.reference === reference)
    if (by !== undefined && !isDone) waiting.set(payment, (waiting.get(payment) ?? 0) + amount)
  }
  return [...waiting].reduce(
    (sum, [payment, amount]) => sum + Math.min(amount, computeRetainedAmount(payment, facts)),
    0,
  )
}

function listPendingAutomaticRefunds(order: Money): number {
  const waiting = order.refunds.filter((refund) => refund.by === undefined && isRefundPending(refund, order))
  return Math.min(sumAmounts(waiting), computeSurplus(order))
}

/** Checks whether a refund failed, or a dispute settled as lost was won later, so that its money is available again. */
export function hasRefundFailed({ reference }: { readonly reference?: string | undefined }, facts: Facts): boolean {
  const isFailed = facts.some((fact) => fact.kind === 'refund-failed' && fact.reference === reference)
  return isFailed || isDisputeWonLater(reference, facts)
}

function isOfRefund({ kind }: PaymentFact): boolean {
  return kind === 'refunded' || kind === 'refund-failed'
}

function sumAmounts(all: readonly { readonly amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0)
}

/** Amount of a refund still to be requested at the provider, in cents; 0 if already requested or no longer needed. */
export function computeAmountToRefund(refund: Refund, order: Money): number {
  if (refund.reference !== undefined || !isRefundPending(refund, order)) return 0
  const max = Math.min(refund.amount, computeRetainedAmount(refund.payment, order.facts))
  return refund.by === undefined ? Math.min(max, computeSurplus(order)) : max
}
