import { refuse } from '#domain/kernel/index.ts'
import type { OutsideReply } from '../http.ts'

/** What was asked will never be done. Not 409: the same question is under way there, and may be. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 404, 410, 413, 422])
/** The key is not good for it, until another is connected. */
const UNKNOWN: ReadonlySet<number> = new Set([401, 403])

/** payment.failed of a question that moves nothing. `isFinal`: the provider stands, and will not. */
export function refusedBy(reply: OutsideReply | undefined) {
  const isFinal = reply !== undefined && (FOR_GOOD.has(reply.status) || UNKNOWN.has(reply.status))
  return { ...refuse('payment.failed'), isFinal }
}

/** The same of a refund: with a good key it is asked for again. */
export function refundRefusedBy(reply: OutsideReply | undefined) {
  return { ...refuse('payment.failed'), isFinal: reply !== undefined && FOR_GOOD.has(reply.status) }
}
