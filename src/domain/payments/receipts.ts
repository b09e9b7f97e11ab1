import type { PaymentFact, PaymentMode, PaymentOrder, Receipt } from './documents/order.ts'
import type { Instant, MunicipalityPath } from '../kernel/index.ts'
import { settledBy } from './settle.ts'

/** Characters of an operation's id that are printed together (part 3, point 9). */
export const OPERATION_GROUP = 25

/** The series that a receipt is numbered in: of each municipality one for money, and one for test money. */
export function seriesOf(municipality: MunicipalityPath, mode: PaymentMode): string {
  return mode === 'live' ? municipality : `${municipality}~${mode}`
}

/** The id of a payment as it is printed. */
export function operationGroups(operationId: string): readonly string[] {
  const groups = Math.ceil(operationId.length / OPERATION_GROUP)
  return Array.from({ length: groups }, (_, at) => operationId.slice(at * OPERATION_GROUP, (at + 1) * OPERATION_GROUP))
}

/** What a receipt says beside its number. @returns undefined for an order that is not paid */
export function receiptFactsOf(order: PaymentOrder, now: Instant): Omit<Receipt, 'number'> | undefined {
  const fact = settledBy(order)
  return fact === undefined ? undefined : { ...aboutOrder(order, fact, now), kind: 'receipt', amount: order.amount }
}

/** The same of money that went back. @param receipt what the order's money was received with */
export function creditNoteFactsOf(
  order: PaymentOrder,
  fact: PaymentFact,
  receipt: Receipt,
  now: Instant,
): Omit<Receipt, 'number'> {
  return { ...aboutOrder(order, fact, now), kind: 'credit-note', of: receipt.number, amount: fact.amount }
}

function aboutOrder(order: PaymentOrder, fact: PaymentFact, now: Instant) {
  const { id, orderId, municipality, mode, form, formTitle, currency, lines, reduction, fullName, dni } = order
  return {
    series: seriesOf(municipality, mode),
    order: id,
    orderId,
    municipality,
    form,
    ...(formTitle === undefined ? {} : { formTitle }),
    currency,
    lines,
    reduction,
    fullName,
    dni,
    operationId: fact.reference,
    provider: fact.provider,
    paidAt: fact.at,
    issuedAt: now,
  }
}

/** Characters of a form's title and of what is bought, on a provider's page. */
const MAX_NAME_CHARACTERS = 110

/** Describes a payment on a provider's page: the form or event, the items, and the order's number. */
export function paidFor({
  formTitle = '',
  lines,
  orderId,
}: Pick<PaymentOrder, 'formTitle' | 'lines' | 'orderId'>): string {
  const names = [formTitle, lines[0]?.name ?? ''].map((name) => [...name.trim()].slice(0, MAX_NAME_CHARACTERS).join(''))
  return [...new Set([...names, orderId])].filter((name) => name !== '').join(' · ')
}
