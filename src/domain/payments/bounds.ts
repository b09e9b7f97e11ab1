import type { TicketSale, Zone } from '../tickets/documents/sale.ts'

/** Default maximum per person, enough for family and friends. A form can set another maximum. */
export const USUAL_MOST = 10

/** Maximum per person for all zones of a sale. If only zones have a maximum, the largest of them. */
export function mostOfSale({ maxPerPerson, zones }: TicketSale): number {
  return maxPerPerson ?? Math.max(USUAL_MOST, ...zones.map((zone) => zone.maxPerPerson ?? 0))
}

/** Maximum per person for one zone. */
export function mostOfZone(sale: TicketSale, { maxPerPerson = Infinity }: Zone): number {
  return Math.min(maxPerPerson, mostOfSale(sale))
}
