import { can, type Actor } from '../access/index.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Problem } from '../kernel/problem.ts'

/**
 * Returns the reason why a citizen may not withdraw an answer, or null. Allowed until work on it has begun:
 *
 * | work | evidence |
 * |---|---|
 * | changed, or change requested | version above 1, or a request |
 * | moved | second entry in the state history |
 * | signed | signature of staff |
 * | reported | incident; the management system cannot be notified of a withdrawal |
 * | payment | order; a payment may be in progress |
 */
export function findWithdrawRefusal(actor: Actor, answer: Answer): Problem | null {
  if (!can(actor, 'withdraw', { kind: 'respuesta', document: answer })) return { code: 'answer.not-of-citizen' }
  const { version, requestsForChanges, estados, signatures, muniCore, payments, paymentDetails } = answer
  const isSigned = signatures.some(({ tipeOfSignatory, imgID }) => tipeOfSignatory !== 'citizen' && imgID !== undefined)
  const isBegun =
    version > 1 ||
    requestsForChanges.length + payments.length > 0 ||
    paymentDetails?.orderId !== undefined ||
    (estados?.history.length ?? 0) > 1 ||
    muniCore?.idIncidente !== undefined ||
    isSigned
  return isBegun ? { code: 'answer.work-begun' } : null
}
