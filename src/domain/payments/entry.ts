import type { Answer } from '../answers/documents/answer.ts'
import type { PaymentEntry } from './documents/payment.ts'
import type { PaymentOrder } from './documents/order.ts'
import { isTimeZone, type Instant } from '../kernel/index.ts'
import { isForStaff } from './facts.ts'
import { settledBy } from './settle.ts'

/**
 * Whether what follows an answer (its incident, letter, appointment) still waits for its money. An answer is stored
 * before it is paid, and delivered when its entry is no preview any more.
 */
export function isUnpaid({ opcionales, payments }: Pick<Answer, 'opcionales' | 'payments'>): boolean {
  return opcionales.addPaymentGateway && !payments.some(({ preview }) => !preview)
}

/** What an answer says of its order. @param address where the event is @param timeZone of the municipality */
export function entryOf(order: PaymentOrder, address: string, timeZone: string): PaymentEntry {
  const { orderId, id, status, amount, fullName, dni, phone, email, quanty, sectionName, form } = order
  const sold = settledBy(order)
  const reference = sold?.reference ?? ''
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
    verifiedClickOnPayment: order.attempts.some((attempt) => !isForStaff(attempt)),
    preview: order.delivery !== 'delivered',
    currencyType: order.currency,
  }
}

/** The answer with this entry, in place of what it said of the order before. */
export function withEntry<A extends Pick<Answer, 'payments'>>(answer: A, entry: PaymentEntry): A {
  const others = answer.payments.filter(({ payOrder }) => payOrder.orderId !== entry.payOrder.orderId)
  return { ...answer, payments: [...others, entry] }
}

/** DD/MM/YYYY HH:mm on the clock of a time zone; UTC where this machine does not know it. */
function formatMoment(at: Instant, timeZone: string): string {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  // Swedish writes days as ISO does.
  const written = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    Date.parse(at),
  )
  const [day = '', time = ''] = written.split(' ')
  return `${day.split('-').toReversed().join('/')} ${time}`
}
