import type { PaymentAttempt, PaymentFact, PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'

/** Fact that closes an attempt before its expiry because the order continues. */
export function buildEarlyCloseFact({ number, provider, expiresAt }: PaymentAttempt, now: Instant): PaymentFact {
  const before = toInstant(toMilliseconds(expiresAt) - 1)
  const instant = now < expiresAt ? now : before
  return { kind: 'closed', attempt: number, provider, reference: String(number), amount: 0, at: instant }
}

/** Fact of a started attempt. */
export function buildOpenedFact({ number, provider, amount, openedAt }: PaymentAttempt): PaymentFact {
  return { kind: 'opened', attempt: number, provider, reference: String(number), amount, at: openedAt }
}

/** Fact of a payment at the desk. @param reference id of the record made by staff */
export function buildDeskFact({ amount }: PaymentOrder, reference: string, instant: Instant): PaymentFact {
  return { kind: 'paid', attempt: 0, provider: 'desk', reference, amount, at: instant }
}

/** Fact of an order that costs nothing and so counts as paid. */
export function buildWaivedFact(instant: Instant): PaymentFact {
  return { kind: 'waived', attempt: 0, provider: 'desk', reference: '', amount: 0, at: instant }
}
