import type { PaymentOrder } from './documents/order.ts'
import { comparableCode } from '../kernel/comparable.ts'

/** Characters of an order's number: digits and capital letters. */
const ORDER_NUMBER = /^[0-9a-z]{12}$/
/** Minimum characters of a payment reference that is searched for: shorter texts are words or codes of answers. */
const MIN_REFERENCE_LENGTH = 6

/** Facts that name a payment, a refund or a dispute. Other facts have the number of an attempt as their reference. */
const NAMING = new Set(['refused', 'paid', 'mismatch', 'refunded', 'refund-failed', 'disputed'])

/** The references of an order's payments, refunds and disputes, in the form in which they are compared. */
export function referencesOf({ facts }: Pick<PaymentOrder, 'facts'>): readonly string[] {
  const references = facts.filter(({ kind }) => NAMING.has(kind)).map(({ reference }) => comparableCode(reference))
  return [...new Set(references)].filter((reference) => reference.length >= MIN_REFERENCE_LENGTH)
}

/** The number of an order and the reference of a payment that a text may be. */
export type SoughtPayment = { readonly orderId?: string; readonly reference?: string }

/**
 * Reads a text as an order number or a payment reference; null when it is neither. Case, spaces and dashes make no
 * difference, because a receipt prints a long reference in several lines. A reference always has a digit.
 */
export function soughtPayment(typed: string): SoughtPayment | null {
  const text = comparableCode(typed)
  const orderId = ORDER_NUMBER.test(text) ? { orderId: text.toUpperCase() } : {}
  const reference = text.length >= MIN_REFERENCE_LENGTH && /\d/.test(text) ? { reference: text } : {}
  const sought = { ...orderId, ...reference }
  return Object.keys(sought).length === 0 ? null : sought
}
