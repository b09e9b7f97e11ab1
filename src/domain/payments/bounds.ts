import type { TicketSale, Zone } from '../tickets/documents/sale.ts'

/** Default maximum of places per person, enough for family and friends. A form can set another maximum. */
export const DEFAULT_MAX_PER_PERSON = 10

/**
 * Maximum places per person for all zones of a sale: the sale's own maximum. Without it, the default or the largest
 * maximum of its zones, whichever is larger.
 */
export function findMaxPerPersonInSale({ maxPerPerson, zones }: TicketSale): number {
  return maxPerPerson ?? Math.max(DEFAULT_MAX_PER_PERSON, ...zones.map((zone) => zone.maxPerPerson ?? 0))
}

/** Maximum places per person for one zone: the zone's maximum, but not more than the sale's. */
export function findMaxPerPersonInZone(sale: TicketSale, { maxPerPerson = Infinity }: Zone): number {
  return Math.min(maxPerPerson, findMaxPerPersonInSale(sale))
}
