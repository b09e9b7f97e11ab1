import type { Answer } from '../answers/documents/answer.ts'
import type { PaymentStatus } from './documents/payment.ts'

/**
 * Where the payment of an answer stands, by the answer: its newest order, or that none was made. In a file of its own,
 * because every list of a device asks it.
 * @returns null where nothing is asked for
 */
export function paymentStatusOf({
  opcionales,
  payments,
}: Partial<Pick<Answer, 'opcionales' | 'payments'>>): PaymentStatus | null {
  return payments?.at(-1)?.payOrder.status ?? (opcionales?.addPaymentGateway === true ? 'Pendiente de validar' : null)
}
