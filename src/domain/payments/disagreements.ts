import type { PaymentOrder } from './documents/order.ts'
import { listDisputesWithStatus, isDisputeWonLater } from './disputes.ts'
import {
  hasRefundFailed,
  isRefundPending,
  computeRefundable,
  computeUnrefundedAmount,
  computeSurplus,
} from './ledger.ts'

export const DISAGREEMENT_KINDS = ['mismatch', 'refund-failed', 'surplus', 'dispute-open', 'dispute-lost'] as const

/**
 * Problem of an order's money that needs a decision by staff:
 *
 * | kind | meaning |
 * |---|---|
 * | mismatch | money differs from the attempt's amount: it pays nothing and must be refunded |
 * | refund-failed | a refund of staff failed, and nothing was done since |
 * | surplus | more money than the order is entitled to, which is not refunded automatically |
 * | dispute-open | the payer disputes a payment: staff respond at the provider and wait for the decision |
 * | dispute-lost | a dispute took the money, and staff have not decided about the purchase |
 *
 * `payment`: reference of the payment; `amount` in cents; `dispute`: reference of the dispute.
 */
export type Disagreement = {
  readonly kind: (typeof DISAGREEMENT_KINDS)[number]
  readonly payment: string
  readonly dispute?: string
  readonly amount: number
}

/** Problems of an order that need a decision. Excludes a surplus that is refunded automatically. */
export function findDisagreements(
  order: Pick<PaymentOrder, 'facts' | 'refunds' | 'amount' | 'delivery' | 'zone' | 'cancelled'>,
): readonly Disagreement[] {
  const { facts, refunds } = order
  const left = (payment: string): number => computeRefundable(payment, order)
  const others = facts
    .filter(({ kind, reference }) => kind === 'mismatch' && left(reference) > 0)
    .map(({ reference }) => ({ kind: 'mismatch', payment: reference, amount: left(reference) }) as const)
  const failed = refunds.filter(
    (refund, place) =>
      refund.by !== undefined &&
      hasRefundFailed(refund, facts) &&
      !isDisputeWonLater(refund.reference, facts) &&
      left(refund.payment) > 0 &&
      !refunds.some(
        (later, index) =>
          index > place && later.by !== undefined && later.payment === refund.payment && !hasRefundFailed(later, facts),
      ),
  )
  const goesBack = refunds.filter((refund) => refund.by === undefined && isRefundPending(refund, order))
  const stays = computeSurplus(order) - goesBack.reduce((sum, { amount }) => sum + amount, 0)
  const too = facts.findLast(({ kind, reference }) => kind === 'paid' && left(reference) > 0)
  return [
    ...openDisputes(facts),
    ...listLostDisputes(facts),
    ...others,
    ...dropDuplicates(
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
  return listDisputesWithStatus(facts)
    .filter(({ status }) => status === 'open')
    .map(({ reference: dispute, payment, amount }) => ({ kind: 'dispute-open', payment, dispute, amount }))
}

function listLostDisputes(facts: PaymentOrder['facts']): readonly Disagreement[] {
  return listDisputesWithStatus(facts)
    .filter(({ status, isSettled }) => status === 'lost' && !isSettled)
    .map(({ reference: dispute, payment, amount }) => {
      return {
        kind: 'dispute-lost',
        payment,
        dispute,
        amount: Math.min(amount, computeUnrefundedAmount(payment, facts)),
      } as const
    })
    .filter(({ amount }) => amount > 0)
}

/** Keeps only the last of several failed refunds of the same payment. */
function dropDuplicates(all: readonly Disagreement[]): readonly Disagreement[] {
  return [...new Map(all.map((disagreement) => [disagreement.payment, disagreement])).values()]
}

const ANY_MUNICIPALITY = '*'

/**
 * Search keys of an order with problems: the municipality whose staff are responsible, and `EVERYWHERE`. Orders without
 * problems have none.
 */
export function listDisagreementKeys(order: PaymentOrder): readonly string[] {
  return findDisagreements(order).length === 0 ? [] : [ANY_MUNICIPALITY, order.municipality]
}

/** Search keys of a user who administers payments. @param municipalities null: everywhere */
export function listDisagreementKeysForUser(municipalities: readonly string[] | null): readonly string[] {
  return municipalities ?? [ANY_MUNICIPALITY]
}
