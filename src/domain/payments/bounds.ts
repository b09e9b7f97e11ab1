import type { TicketSale, Zone } from '../tickets/documents/sale.ts'

/** What a person may have where the form names no maximum: family and friends. Sales to groups say so in the form. */
export const USUAL_MOST = 10

/** What one person may have of all zones of a sale: where only zones have a maximum, as many as the largest. */
export function mostOfSale({ maxPerPerson, zones }: TicketSale): number {
  return maxPerPerson ?? Math.max(USUAL_MOST, ...zones.map((zone) => zone.maxPerPerson ?? 0))
}

/** The same of one zone. */
export function mostOfZone(sale: TicketSale, { maxPerPerson = Infinity }: Zone): number {
  return Math.min(maxPerPerson, mostOfSale(sale))
}
