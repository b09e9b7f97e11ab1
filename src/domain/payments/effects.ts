import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { hasReservationExpired, findOpenAttempt } from './facts.ts'
import { listSuccessfulRefunds } from './ledger.ts'
import { findSettlingFact } from './settle.ts'

/**
 * Consequence of an order, carried out once. `key` is unique within the order and part of the job's id.
 *
 * | effect | triggered by |
 * |---|---|
 * | answer | delivery: the answer is updated and waiting steps (incident, appointment) continue |
 * | receipt, letter | delivery |
 * | tickets | delivery of an event order |
 * | sold-out | money received when nothing was left, or after a cancellation: the payer is notified |
 * | refund | requested refund |
 * | credit-note | refund of the payment that has a receipt |
 * | refunded | refund: the payer is notified |
 * | validated | validation by staff: the payer is notified |
 * | lapsed | reservation expired without payment: the payer is notified |
 * | watch | started attempt: it is polled until it ends |
 */
export type OrderEffect = { readonly key: string } & (
  | { readonly kind: 'answer' | 'receipt' | 'letter' | 'tickets' | 'sold-out' }
  | { readonly kind: 'refund'; readonly refund: string }
  | { readonly kind: 'credit-note' | 'refunded'; readonly fact: PaymentFact }
  | { readonly kind: 'watch' | 'validated' | 'lapsed'; readonly attempt: number }
)

/** Returns the effects that a step added. Existing effects are never removed, so none is carried out twice. */
export function findAddedEffects(before: PaymentOrder | undefined, after: PaymentOrder): readonly OrderEffect[] {
  const owed = new Set(before === undefined ? [] : findWantedEffects(before).map(({ key }) => key))
  return findWantedEffects(after).filter(({ key }) => !owed.has(key))
}

/** Returns all effects of an order so far. */
function findWantedEffects(order: PaymentOrder): readonly OrderEffect[] {
  const { delivery, refunds, facts, attempts, isEvent } = order
  const first = findSettlingFact(order)
  const refundFacts = listSuccessfulRefunds(facts)
  return [
    ...(delivery === 'delivered'
      ? (['answer', 'receipt', 'letter'] as const).map((kind): OrderEffect => ({ kind, key: kind }))
      : []),
    ...(delivery === 'delivered' && isEvent === true ? [{ kind: 'tickets', key: 'tickets' } as const] : []),
    ...(delivery === 'sold-out' ? [{ kind: 'sold-out', key: 'sold-out' } as const] : []),
    ...refunds.map(({ id }): OrderEffect => ({ kind: 'refund', key: `refund~${id}`, refund: id })),
    ...refundFacts
      .filter(({ of }) => delivery === 'delivered' && of === first?.reference)
      .map((fact): OrderEffect => ({ kind: 'credit-note', key: `credit-note~${fact.reference}`, fact })),
    ...refundFacts.map((fact): OrderEffect => ({ kind: 'refunded', key: `refunded~${fact.reference}`, fact })),
    ...attempts
      .filter(({ validated }) => validated === true)
      .map(({ number }): OrderEffect => ({ kind: 'validated', key: `validated~${number}`, attempt: number })),
    ...attempts
      .filter(({ number }) => order.cancelled === undefined && hasReservationExpired(order, number))
      .map(({ number }): OrderEffect => ({ kind: 'lapsed', key: `lapsed~${number}`, attempt: number })),
    ...attempts.map(({ number }): OrderEffect => ({ kind: 'watch', key: `watch~${number}`, attempt: number })),
  ]
}

/** Checks whether an attempt still has to be polled. */
export function needsPolling(order: PaymentOrder, attempt: number): boolean {
  return findOpenAttempt(order)?.number === attempt
}
