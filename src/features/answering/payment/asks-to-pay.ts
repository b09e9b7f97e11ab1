import type { FormTemplate } from '#domain/templates/index.ts'
import type { LocalAnswer } from '#local/index.ts'

/**
 * Whether a saved answer has a payment step: its form takes payments, or the server says that the answer is unpaid,
 * since the current version decides and may be later than the device's. Apart from the step, which is fetched later.
 */
export function asksToPay({ receipts }: LocalAnswer, { opcionales }: FormTemplate): boolean {
  const isUnpaid = receipts.some((receipt) => receipt.status === 'applied' && receipt.unpaid === true)
  return opcionales.addPaymentGateway || isUnpaid
}
