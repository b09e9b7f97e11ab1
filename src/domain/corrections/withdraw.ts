import { can, type Actor } from '../access/index.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Problem } from '../kernel/problem.ts'

/**
 * Why a citizen may not take back an answer of theirs, or null: no one has begun to work on it yet.
 *
 * | work has begun: it was | shown by |
 * |---|---|
 * | changed, or something asked for | a version after the first, a request |
 * | moved | a second entry in the history of its states |
 * | signed | a signature of the staff |
 * | reported | an incident: the management system is not notified that one is taken back |
 * | to be paid | an order: money may be on its way |
 */
export function whyNotWithdrawn(actor: Actor, answer: Answer): Problem | null {
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
