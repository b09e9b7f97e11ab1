import { refuse } from '#domain/kernel/index.ts'
import type { OutsideReply } from '../http.ts'

/** Statuses after which the request will never succeed. Not 409: the same request is being processed. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 404, 410, 413, 422])
/** Statuses of a key that is not accepted. */
const UNKNOWN: ReadonlySet<number> = new Set([401, 403])

/** Refuses with payment.failed for a request that moves no money. `isFinal`: the provider works and refuses. */
export function refusedBy(reply: OutsideReply | undefined) {
  const isFinal = reply !== undefined && (FOR_GOOD.has(reply.status) || UNKNOWN.has(reply.status))
  return { ...refuse('payment.failed'), isFinal }
}

/**
 * Refuses with payment.failed for a refund. A refused key is not final: the refund is retried when a valid key is
 * connected.
 */
export function refundRefusedBy(reply: OutsideReply | undefined) {
  return { ...refuse('payment.failed'), isFinal: reply !== undefined && FOR_GOOD.has(reply.status) }
}
