import type { Answer } from '../answers/documents/answer.ts'
import type { PaymentStatus } from './documents/payment.ts'

/**
 * Returns the payment status of an answer by its newest order. In a separate file, because all lists on devices use it.
 * @returns null when nothing has to be paid
 */
export function findPaymentStatus({
  opcionales,
  payments,
}: Partial<Pick<Answer, 'opcionales' | 'payments'>>): PaymentStatus | null {
  return payments?.at(-1)?.payOrder.status ?? (opcionales?.addPaymentGateway === true ? 'Pendiente de validar' : null)
}
