import type { Answer } from '../answers/documents/answer.ts'
import type { PaymentEntry } from './documents/payment.ts'
import type { PaymentOrder } from './documents/order.ts'
import { formatMoment } from '../kernel/index.ts'
import { isStaffReservation } from './facts.ts'
import { buildLedger, computeRefundExtent } from './ledger.ts'
import { findSettlingFact } from './settle.ts'

/**
 * Checks whether the next steps of an answer (incident, e-mail, appointment) wait for payment. An answer is stored
 * before it is paid, and its payment entry is a preview until then.
 */
export function isUnpaid({ opcionales, payments }: Pick<Answer, 'opcionales' | 'payments'>): boolean {
  return opcionales.addPaymentGateway && !payments.some(({ preview }) => !preview)
}

/** Returns the payment entry of an answer. @param address place of the event @param timeZone of the municipality */
export function buildPaymentEntry(order: PaymentOrder, address: string, timeZone: string): PaymentEntry {
  const { orderId, id, status, amount, fullName, dni, phone, email, quanty, sectionName, form } = order
  const sold = findSettlingFact(order)
  const reference = sold?.reference ?? ''
  const refunded = computeRefundExtent(buildLedger(order), amount)
  return {
    name: sectionName === '' ? (order.lines[0]?.name ?? '').slice(0, 255) : sectionName.slice(0, 255),
    address,
    dateFormatted: formatMoment(sold?.at ?? order.createdAt, timeZone),
    payOrder: {
      orderId,
      id,
      status,
      amount,
      fullName,
      dni,
      phone,
      email,
      quanty,
      sectionName,
      form,
      ...(reference === '' ? {} : { reference }),
    },
    verifiedClickOnPayment: order.attempts.some((attempt) => !isStaffReservation(attempt)),
    preview: order.delivery !== 'delivered',
    currencyType: order.currency,
    ...(refunded === 'none' ? {} : { refunded }),
  }
}

/** Returns the answer with this payment entry, which replaces an earlier entry of the same order. */
export function replacePaymentEntry<A extends Pick<Answer, 'payments'>>(answer: A, entry: PaymentEntry): A {
  const others = answer.payments.filter(({ payOrder }) => payOrder.orderId !== entry.payOrder.orderId)
  return { ...answer, payments: [...others, entry] }
}
