import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { hasLapsed, openAttempt } from './facts.ts'
import { refundsIn } from './ledger.ts'
import { settledBy } from './settle.ts'

/**
 * What an order owes the world, each once: `key` is unique within the order, and names the job that carries it out.
 *
 * | effect | owed when |
 * |---|---|
 * | answer | it is delivered: the answer says so, and what waited for that (incident, appointment) goes on |
 * | receipt, letter | it is delivered |
 * | tickets | it is delivered, and of an event |
 * | sold-out | the money came when nothing was left: the payer is written to |
 * | refund | money is to go back |
 * | credit-note | money of the payment that has a receipt went back |
 * | refunded | money went back: the payer is written to |
 * | validated | staff have validated it: the payer is written to |
 * | lapsed | its places were held for so long, and nothing was paid: the payer is written to |
 * | watch | an attempt was begun: it is looked at until it has ended |
 */
export type Effect = { readonly key: string } & (
  | { readonly kind: 'answer' | 'receipt' | 'letter' | 'tickets' | 'sold-out' }
  | { readonly kind: 'refund'; readonly refund: string }
  | { readonly kind: 'credit-note' | 'refunded'; readonly fact: PaymentFact }
  | { readonly kind: 'watch' | 'validated' | 'lapsed'; readonly attempt: number }
)

/** What is wanted after one step and was not before. It only grows: nothing is owed twice, in however many steps. */
export function effectsOf(before: PaymentOrder | undefined, after: PaymentOrder): readonly Effect[] {
  const owed = new Set(before === undefined ? [] : wantedBy(before).map(({ key }) => key))
  return wantedBy(after).filter(({ key }) => !owed.has(key))
}

/** All that an order has owed until now. */
export function wantedBy(order: PaymentOrder): readonly Effect[] {
  const { delivery, refunds, facts, attempts, isEvent } = order
  const first = settledBy(order)
  const back = refundsIn(facts)
  return [
    ...(delivery === 'delivered'
      ? (['answer', 'receipt', 'letter'] as const).map((kind): Effect => ({ kind, key: kind }))
      : []),
    ...(delivery === 'delivered' && isEvent === true ? [{ kind: 'tickets', key: 'tickets' } as const] : []),
    ...(delivery === 'sold-out' ? [{ kind: 'sold-out', key: 'sold-out' } as const] : []),
    ...refunds.map(({ id }): Effect => ({ kind: 'refund', key: `refund~${id}`, refund: id })),
    ...back
      .filter(({ of }) => delivery === 'delivered' && of === first?.reference)
      .map((fact): Effect => ({ kind: 'credit-note', key: `credit-note~${fact.reference}`, fact })),
    ...back.map((fact): Effect => ({ kind: 'refunded', key: `refunded~${fact.reference}`, fact })),
    ...attempts
      .filter(({ validated }) => validated === true)
      .map(({ number }): Effect => ({ kind: 'validated', key: `validated~${number}`, attempt: number })),
    ...attempts
      .filter(({ number }) => hasLapsed(order, number))
      .map(({ number }): Effect => ({ kind: 'lapsed', key: `lapsed~${number}`, attempt: number })),
    ...attempts.map(({ number }): Effect => ({ kind: 'watch', key: `watch~${number}`, attempt: number })),
  ]
}

/** Whether an attempt has still to be looked at. */
export function isWatched(order: PaymentOrder, attempt: number): boolean {
  return openAttempt(order)?.number === attempt
}
