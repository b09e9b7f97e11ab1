import type { PaymentOrder } from './documents/order.ts'
import { disagreementKeys } from './disagreements.ts'
import { pollDueAt } from './polling.ts'
import { paymentReferences } from './payment-numbers.ts'

/** Returns the fields that an order is searched by, in addition to its own. */
export function buildOrderListing(order: PaymentOrder) {
  return { reach: disagreementKeys(order), references: paymentReferences(order), lookAt: pollDueAt(order) }
}
