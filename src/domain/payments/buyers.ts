import type { Buyer, PaymentOrder } from './documents/order.ts'
import type { TicketSale, Zone } from '../tickets/documents/sale.ts'
import { MAX_PLACES_PER_ORDER } from '../tickets/documents/hash.ts'
import { refuse, ok, type Result } from '../kernel/index.ts'
import { findMaxPerPersonInSale, findMaxPerPersonInZone } from './bounds.ts'
import { toComparableIdNumber } from '../kernel/comparable.ts'
import { countTakenPlaces } from './stock.ts'

/**
 * Checks whether a person may buy `quanty` more places of a zone. Refuses with payment.too-many ({ max }), where `max`
 * is the first exceeded limit.
 */
export function checkPurchaseLimits(
  buyer: Buyer | undefined,
  sale: TicketSale,
  zone: Zone,
  quanty: number,
): Result<null> {
  if (sale.productType === 'event' && quanty > MAX_PLACES_PER_ORDER)
    return refuse('payment.too-many', { max: MAX_PLACES_PER_ORDER })
  const taken = buyer?.taken ?? {}
  const here = taken[String(zone.id)] ?? 0
  const all = Object.values(taken).reduce((sum, count) => sum + count, 0)
  const [ofZone, ofAll] = [findMaxPerPersonInZone(sale, zone), findMaxPerPersonInSale(sale)]
  if (here + quanty > ofZone) return refuse('payment.too-many', { max: ofZone })
  return all + quanty > ofAll ? refuse('payment.too-many', { max: ofAll }) : ok(null)
}

/** Updates the number of places that a person has taken per zone, after a step of the person's order. */
export function updateBuyer(buyer: Buyer | undefined, before: PaymentOrder | undefined, after: PaymentOrder): Buyer {
  const zone = String(after.zone)
  const step = countTakenPlaces(after) - (before === undefined ? 0 : countTakenPlaces(before))
  const taken = buyer?.taken ?? {}
  return { taken: { ...taken, [zone]: Math.max(0, (taken[zone] ?? 0) + step) } }
}

/** Returns a person's counts without the places of an order that will be replaced, if the order was this person's. */
export function subtractOrder(buyer: Buyer, before: PaymentOrder, next: Pick<PaymentOrder, 'dni'>): Buyer {
  const [zone, own] = [String(before.zone), countTakenPlaces(before)]
  if (own === 0 || toComparableIdNumber(before.dni) !== toComparableIdNumber(next.dni)) return buyer
  return { taken: { ...buyer.taken, [zone]: Math.max(0, (buyer.taken[zone] ?? 0) - own) } }
}
