import type { PaymentFact, PaymentMode, PaymentOrder, Receipt } from './documents/order.ts'
import type { Instant, MunicipalityPath } from '../kernel/index.ts'
import { findSettlingFact } from './settle.ts'

/** Characters per group of a printed operation id (part 3, point 9). */
const OPERATION_GROUP = 25

/** Series of receipt numbers. Each municipality has one for live and one for test payments. */
export function buildReceiptSeries(municipality: MunicipalityPath, mode: PaymentMode): string {
  return mode === 'live' ? municipality : `${municipality}~${mode}`
}

/** Splits an operation id into printed groups. */
export function splitOperationId(operationId: string): readonly string[] {
  const groups = Math.ceil(operationId.length / OPERATION_GROUP)
  return Array.from({ length: groups }, (_, at) => operationId.slice(at * OPERATION_GROUP, (at + 1) * OPERATION_GROUP))
}

/** Content of a receipt except its number. @returns undefined for an unpaid order */
export function buildReceipt(order: PaymentOrder, now: Instant): Omit<Receipt, 'number'> | undefined {
  const fact = findSettlingFact(order)
  return fact === undefined
    ? undefined
    : { ...buildReceiptFields(order, fact, now), kind: 'receipt', amount: order.amount }
}

/** Content of a credit note except its number. @param receipt receipt of the order */
export function buildCreditNote(
  order: PaymentOrder,
  fact: PaymentFact,
  receipt: Receipt,
  now: Instant,
): Omit<Receipt, 'number'> {
  return { ...buildReceiptFields(order, fact, now), kind: 'credit-note', of: receipt.number, amount: fact.amount }
}

function buildReceiptFields(order: PaymentOrder, fact: PaymentFact, now: Instant) {
  const { id, orderId, municipality, mode, form, formTitle, currency, lines, reduction, fullName, dni } = order
  return {
    series: buildReceiptSeries(municipality, mode),
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
    ...(fact.method === undefined ? {} : { method: fact.method }),
    ...(fact.tendered === undefined ? {} : { tendered: fact.tendered }),
    ...(fact.voucher === undefined ? {} : { voucher: fact.voucher }),
    paidAt: fact.at,
    issuedAt: now,
  }
}

/** Maximum characters of a form's title and of an item's name on a provider's page. */
const MAX_NAME_CHARACTERS = 110

/** Describes a payment on a provider's page: the form or event, the first item, and the order's number. */
export function describePayment({
  formTitle = '',
  lines,
  orderId,
}: Pick<PaymentOrder, 'formTitle' | 'lines' | 'orderId'>): string {
  const names = [formTitle, lines[0]?.name ?? ''].map((name) => [...name.trim()].slice(0, MAX_NAME_CHARACTERS).join(''))
  return [...new Set([...names, orderId])].filter((name) => name !== '').join(' · ')
}
