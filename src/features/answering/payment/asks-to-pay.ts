import type { FormTemplate } from '#domain/templates/index.ts'
import type { LocalAnswer } from '#local/index.ts'

/**
 * Whether a saved answer has a payment step: the form takes payments, or the server reports the answer as unpaid. The
 * server may know a newer form version. Not in `pay-step.tsx`, which is loaded on demand.
 */
export function hasPaymentStep({ receipts }: LocalAnswer, { opcionales }: FormTemplate): boolean {
  const isUnpaid = receipts.some((receipt) => receipt.status === 'applied' && receipt.unpaid === true)
  return opcionales.addPaymentGateway || isUnpaid
}
