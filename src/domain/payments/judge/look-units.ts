import type { PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type AnswerId, type Instant } from '../../kernel/index.ts'
import { LOOK_RETRY_MS, lookDueAt, nextLook } from '../look-again.ts'
import { keys, set, unitOver, type Unit } from '../../store/index.ts'

/**
 * Records that the provider was asked about an order's money and when to ask again; sooner if it could not be reached.
 * An order that is no longer due because of new facts keeps its time.
 */
export function lookedUnit(id: AnswerId, how: 'answered' | 'unanswered', now: Instant): Unit<PaymentOrder | undefined> {
  const key = keys.paymentOrder(id)
  return unitOver<PaymentOrder | undefined>([key], (found) => {
    const order = found.get(key)
    const due = order && lookDueAt(order)
    if (order === undefined || due === undefined || due > now) return { result: order, writes: [] }
    const retry = toInstant(toMilliseconds(now) + LOOK_RETRY_MS)
    const lookAt = how === 'answered' ? (nextLook(order, now) ?? null) : retry
    const after = { ...order, lookAt }
    return { result: after, writes: [set(key, after)] }
  })
}
