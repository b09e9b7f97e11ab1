import type { FormTemplate } from '#domain/templates/index.ts'
import type { LocalAnswer } from '#local/index.ts'

/**
 * Whether a saved answer has a payment step: its form takes payments, or the server reports the answer as unpaid, as
 * its form version may be newer. Separate from the step, which is loaded on demand.
 */
export function asksToPay({ receipts }: LocalAnswer, { opcionales }: FormTemplate): boolean {
  const isUnpaid = receipts.some((receipt) => receipt.status === 'applied' && receipt.unpaid === true)
  return opcionales.addPaymentGateway || isUnpaid
}
