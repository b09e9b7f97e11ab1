import type { PaymentOrder } from '../documents/order.ts'
import { toInstant, toMilliseconds, type AnswerId, type Instant } from '../../kernel/index.ts'
import { POLL_RETRY_MS, findPollDueTime, computeNextPollTime } from '../polling.ts'
import { keys, set, unitForKeys, type Unit } from '../../store/index.ts'

/**
 * Records that the provider was polled about an order's money, and sets the time of the next poll. If the provider did
 * not answer, this is after `POLL_RETRY_MS`. Changes nothing if new facts have already postponed the poll.
 */
export function recordProviderCheckUnit(
  id: AnswerId,
  how: 'answered' | 'unanswered',
  now: Instant,
): Unit<PaymentOrder | undefined> {
  const key = keys.paymentOrder(id)
  return unitForKeys<PaymentOrder | undefined>([key], (documents) => {
    const order = documents.get(key)
    const due = order && findPollDueTime(order)
    if (order === undefined || due === undefined || due > now) return { result: order, writes: [] }
    const retry = toInstant(toMilliseconds(now) + POLL_RETRY_MS)
    const lookAt = how === 'answered' ? (computeNextPollTime(order, now) ?? null) : retry
    const after = { ...order, lookAt }
    return { result: after, writes: [set(key, after)] }
  })
}
