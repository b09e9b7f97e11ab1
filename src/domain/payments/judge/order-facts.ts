import type { PaymentAttempt, PaymentFact, PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type AnswerId, type Instant, type UserId } from '../../kernel/index.ts'
import type { DeskPayment } from '../payments-api.ts'

/**
 * Returns the fact that closes an attempt because the order continues. Its time is before the attempt's expiry, so that
 * it does not count as expired.
 */
export function buildEarlyCloseFact({ number, provider, expiresAt }: PaymentAttempt, now: Instant): PaymentFact {
  const before = toInstant(toMilliseconds(expiresAt) - 1)
  const instant = now < expiresAt ? now : before
  return { kind: 'closed', attempt: number, provider, reference: String(number), amount: 0, at: instant }
}

/** Fact of a started attempt. */
export function buildOpenedFact({ number, provider, amount, openedAt }: PaymentAttempt): PaymentFact {
  return { kind: 'opened', attempt: number, provider, reference: String(number), amount, at: openedAt }
}

/** Payment at the desk as recorded by a cashier. */
export type DeskRecord = { readonly answer: AnswerId; readonly wish: DeskPayment; readonly cashier: UserId }

/** Returns the fact of a payment at the desk. Its reference is the id that the cashier's screen generated for it. */
export function buildDeskFact({ amount }: PaymentOrder, { wish, cashier }: DeskRecord, instant: Instant): PaymentFact {
  const { id, method, tendered, voucher } = wish
  return {
    kind: 'paid',
    attempt: 0,
    provider: 'desk',
    reference: id,
    amount,
    at: instant,
    by: cashier,
    ...(method === undefined ? {} : { method }),
    ...(tendered === undefined ? {} : { tendered }),
    ...(voucher === undefined ? {} : { voucher }),
  }
}

/** Returns the fact that an order costs nothing, which counts as paid. */
export function buildWaivedFact(instant: Instant): PaymentFact {
  return { kind: 'waived', attempt: 0, provider: 'desk', reference: '', amount: 0, at: instant }
}
