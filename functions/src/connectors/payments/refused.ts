import { refuse } from '#domain/kernel/index.ts'
import type { ExternalReply } from '../http.ts'

/** Statuses of a request that can never succeed. Not 409, which means that the same request is being processed. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 404, 410, 413, 422])
/** Statuses of a reply when the account's key is not accepted. */
const BAD_CREDENTIALS_STATUSES: ReadonlySet<number> = new Set([401, 403])

/** Refusal of a request other than a refund, with payment.failed. `isFinal`: the provider works and refuses. */
export function toPaymentRefusal(reply: ExternalReply | undefined) {
  const isFinal =
    reply !== undefined && (FINAL_STATUSES.has(reply.status) || BAD_CREDENTIALS_STATUSES.has(reply.status))
  return { ...refuse('payment.failed'), isFinal }
}

/**
 * Refusal of a refund, with payment.failed. A rejected key is not final: the refund is retried when a valid key is
 * connected.
 */
export function toRefundRefusal(reply: ExternalReply | undefined) {
  return { ...refuse('payment.failed'), isFinal: reply !== undefined && FINAL_STATUSES.has(reply.status) }
}
