import type { PaymentOrder } from './documents/order.ts'
import { reachOfDisagreeing } from './disagreements.ts'
import { lookDueAt } from './look-again.ts'
import { referencesOf } from './payment-numbers.ts'

/** Returns the fields that an order is searched by, in addition to its own. */
export function listingOfOrder(order: PaymentOrder) {
  return { reach: reachOfDisagreeing(order), references: referencesOf(order), lookAt: lookDueAt(order) }
}
