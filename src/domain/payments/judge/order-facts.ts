import type { PaymentAttempt, PaymentFact, PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'

/** It ends before its time, because the order goes on. */
export function overOf({ number, provider, expiresAt }: PaymentAttempt, now: Instant): PaymentFact {
  const before = toInstant(toMilliseconds(expiresAt) - 1)
  const at = now < expiresAt ? now : before
  return { kind: 'closed', attempt: number, provider, reference: String(number), amount: 0, at }
}

/** An attempt was begun. */
export function openingOf({ number, provider, amount, openedAt }: PaymentAttempt): PaymentFact {
  return { kind: 'opened', attempt: number, provider, reference: String(number), amount, at: openedAt }
}

/** @param reference id of what staff recorded */
export function moneyAtDesk({ amount }: PaymentOrder, reference: string, at: Instant): PaymentFact {
  return { kind: 'paid', attempt: 0, provider: 'desk', reference, amount, at }
}

/** The order costs nothing, and is paid by that. */
export function nothingToPay(at: Instant): PaymentFact {
  return { kind: 'waived', attempt: 0, provider: 'desk', reference: '', amount: 0, at }
}
