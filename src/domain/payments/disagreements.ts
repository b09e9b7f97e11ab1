import type { PaymentOrder } from './documents/order.ts'
import { disputesOf, isWonBack } from './disputes.ts'
import { hasFailed, isWaiting, leftOf, notRefunded, surplusOf } from './ledger.ts'

/**
 * What of an order's money waits for a person:
 *
 * | kind | says |
 * |---|---|
 * | mismatch | money of another amount than its attempt's is here: it pays nothing, and is to be given back |
 * | refund-failed | staff gave money back, it did not come through, and nothing was done since |
 * | surplus | more money is here than the order is entitled to, and none of it goes back by itself |
 * | dispute-open | the payer disputes a payment: it is answered at the provider, and waits until that decides |
 * | dispute-lost | a dispute has taken the money, and staff have not decided about what it bought |
 *
 * `payment`: the reference of the payment that it is about; `amount` in cents; `dispute`: its reference.
 */
export type Disagreement = {
  readonly kind: 'mismatch' | 'refund-failed' | 'surplus' | 'dispute-open' | 'dispute-lost'
  readonly payment: string
  readonly dispute?: string
  readonly amount: number
}

/** @returns what waits for a person, in the order in which it became known; none of what goes on by itself */
export function disagreementsOf(
  order: Pick<PaymentOrder, 'facts' | 'refunds' | 'amount' | 'delivery' | 'zone'>,
): readonly Disagreement[] {
  const { facts, refunds } = order
  const left = (payment: string): number => leftOf(payment, order)
  const others = facts
    .filter(({ kind, reference }) => kind === 'mismatch' && left(reference) > 0)
    .map(({ reference }) => ({ kind: 'mismatch', payment: reference, amount: left(reference) }) as const)
  const failed = refunds.filter(
    (refund, place) =>
      refund.by !== undefined &&
      hasFailed(refund, facts) &&
      !isWonBack(refund.reference, facts) &&
      left(refund.payment) > 0 &&
      !refunds.some(
        (later, at) =>
          at > place && later.by !== undefined && later.payment === refund.payment && !hasFailed(later, facts),
      ),
  )
  const goesBack = refunds.filter((refund) => refund.by === undefined && isWaiting(refund, order))
  const stays = surplusOf(order) - goesBack.reduce((sum, { amount }) => sum + amount, 0)
  const too = facts.findLast(({ kind, reference }) => kind === 'paid' && left(reference) > 0)
  return [
    ...openDisputes(facts),
    ...lostDisputes(facts),
    ...others,
    ...distinctBy(
      failed
        .filter(({ payment }) => !others.some((other) => other.payment === payment))
        .map(({ payment, amount }) => ({
          kind: 'refund-failed' as const,
          payment,
          amount: Math.min(amount, left(payment)),
        })),
    ),
    ...(stays > 0 && too !== undefined
      ? [{ kind: 'surplus', payment: too.reference, amount: Math.min(stays, left(too.reference)) } as const]
      : []),
  ]
}

function openDisputes(facts: PaymentOrder['facts']): readonly Disagreement[] {
  return disputesOf(facts)
    .filter(({ status }) => status === 'open')
    .map(({ reference: dispute, payment, amount }) => ({ kind: 'dispute-open', payment, dispute, amount }))
}

function lostDisputes(facts: PaymentOrder['facts']): readonly Disagreement[] {
  return disputesOf(facts)
    .filter(({ status, isSettled }) => status === 'lost' && !isSettled)
    .map(({ reference: dispute, payment, amount }) => {
      return { kind: 'dispute-lost', payment, dispute, amount: Math.min(amount, notRefunded(payment, facts)) } as const
    })
    .filter(({ amount }) => amount > 0)
}

/** Of several refunds of one payment that failed the last. */
function distinctBy(all: readonly Disagreement[]): readonly Disagreement[] {
  return [...new Map(all.map((one) => [one.payment, one])).values()]
}

const EVERYWHERE = '*'

/** What an order that needs a person is searched by: each place whose people look after it. Most orders have none. */
export function reachOfDisagreeing(order: PaymentOrder): readonly string[] {
  return disagreementsOf(order).length === 0 ? [] : [EVERYWHERE, order.municipality]
}

/** The words that reach as far as a person administers money. @param municipalities null: everywhere */
export function disagreeingFor(municipalities: readonly string[] | null): readonly string[] {
  return municipalities ?? [EVERYWHERE]
}
