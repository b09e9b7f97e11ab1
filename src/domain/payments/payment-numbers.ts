import type { PaymentOrder } from './documents/order.ts'
import { toComparableDiscountCode } from '../kernel/comparable.ts'

/** Order number in comparable form: twelve digits and letters. */
const ORDER_NUMBER = /^[0-9a-z]{12}$/
/** Minimum characters of a payment reference that is searched for; shorter texts are words or answer codes. */
const MIN_REFERENCE_LENGTH = 6

/**
 * Kinds of facts whose reference is the id of a payment, refund or dispute. The reference of other kinds is the number
 * of an attempt, or empty.
 */
const NAMING = new Set(['refused', 'paid', 'mismatch', 'refunded', 'refund-failed', 'disputed'])

/** References of an order's payments, refunds and disputes in comparable form. */
export function listPaymentReferences({ facts }: Pick<PaymentOrder, 'facts'>): readonly string[] {
  const references = facts
    .filter(({ kind }) => NAMING.has(kind))
    .map(({ reference }) => toComparableDiscountCode(reference))
  return [...new Set(references)].filter((reference) => reference.length >= MIN_REFERENCE_LENGTH)
}

/** Interpretations of a typed text as order number and as payment reference. */
export type PaymentSearch = { readonly orderId?: string; readonly reference?: string }

/**
 * Reads a text as an order number or a payment reference; null when it is neither. Case, spaces and dashes are ignored,
 * because receipts print long references in several lines. A reference has at least one digit.
 */
export function parsePaymentSearch(typed: string): PaymentSearch | null {
  const text = toComparableDiscountCode(typed)
  const orderId = ORDER_NUMBER.test(text) ? { orderId: text.toUpperCase() } : {}
  const reference = text.length >= MIN_REFERENCE_LENGTH && /\d/.test(text) ? { reference: text } : {}
  const sought = { ...orderId, ...reference }
  return Object.keys(sought).length === 0 ? null : sought
}
