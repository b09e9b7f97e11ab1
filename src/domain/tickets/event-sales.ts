import { z } from 'zod'
import { titleSchema } from '../kernel/building-blocks.ts'
import { instantSchema } from '../kernel/instant.ts'
import type { Movement } from '../payments/closing.ts'
import { currencySchema } from '../payments/documents/currency.ts'
import type { ZoneStock } from '../payments/documents/order.ts'
import { countPlacesLeft, EMPTY_STOCK } from '../payments/stock.ts'
import type { TicketSale } from './documents/sale.ts'

const zoneFields = {
  zone: z.int().min(0).max(9999).nullable().describe('null: money that belongs to no zone of the form'),
  name: titleSchema.describe('name of the zone; empty if it has none'),
}

/** Sales of an event, for staff who may see payments. */
export const eventSalesSchema = z.object({
  title: titleSchema.describe('name of the event'),
  eventDate: instantSchema.optional().describe('start'),
  address: z.string().describe('place; empty if the form does not name it'),
  isTest: z.boolean().describe('true: a test account receives its payments'),
  currency: currencySchema,
  timeZone: z.string().describe('time zone of the days'),
  zones: z
    .array(
      z.object({
        ...zoneFields,
        places: z.int().describe('places of the zone'),
        sold: z.int().describe('paid and not refunded'),
        held: z.int().describe('reserved, not paid yet'),
        left: z.int().describe('can still be bought'),
        used: z.int().describe('tickets let in at least once'),
        kept: z.int().describe('received less returned, in cents'),
      }),
    )
    .readonly(),
  days: z
    .array(
      z.object({
        ...zoneFields,
        day: z.string().describe("day in the municipality's time zone"),
        received: z.int().describe('payments, in cents'),
        returned: z.int().describe('refunds and lost disputes, in cents'),
      }),
    )
    .readonly()
    .describe('newest day first; days without money are left out'),
})
export type EventSales = Readonly<z.infer<typeof eventSalesSchema>>

type SalesParts = {
  readonly zones: TicketSale['zones']
  /** money of each order, on the days of the closings */
  readonly orders: readonly { readonly zone: number | undefined; readonly movements: readonly Movement[] }[]
  /** counters of places, by zone */
  readonly stock: ReadonlyMap<number, ZoneStock>
  /** number of tickets that were admitted at least once, by zone */
  readonly used: ReadonlyMap<number | null, number>
}

/**
 * Returns places and money of an event by zone, and money by day. Zones removed from the form have no places, only
 * money.
 */
export function buildEventSales({ zones, orders, stock, used }: SalesParts): Pick<EventSales, 'zones' | 'days'> {
  const known = zones.map(({ id }) => id)
  const nameOf = (zone: number | null) => zones.find(({ id }) => id === zone)?.name ?? ''
  const days = new Map<string, EventSales['days'][number]>()
  for (const { zone: bought, movements } of orders) {
    const zone = bought !== undefined && known.includes(bought) ? bought : null
    for (const { kind, day, amount } of movements) {
      const key = `${day} ${zone ?? ''}`
      const sums = days.get(key) ?? { day, zone, name: nameOf(zone), received: 0, returned: 0 }
      const part = kind === 'received' ? 'received' : 'returned'
      days.set(key, { ...sums, [part]: sums[part] + amount })
    }
  }
  const position = (zone: number | null) => (zone === null ? known.length : known.indexOf(zone))
  const kept = (zone: number | null) =>
    [...days.values()].reduce((sum, day) => (day.zone === zone ? sum + day.received - day.returned : sum), 0)
  const others = [...days.values()].some(({ zone }) => zone === null)
  const nowhere = { zone: null, name: '', places: 0, sold: 0, held: 0, left: 0, used: used.get(null) ?? 0 }
  return {
    zones: [
      ...zones.map((zone) => {
        const { taken, sold } = stock.get(zone.id) ?? EMPTY_STOCK
        const left = countPlacesLeft(zone, { taken })
        const counts = { sold, held: taken - sold, left, used: used.get(zone.id) ?? 0 }
        return { zone: zone.id, name: zone.name, places: zone.maxQuantity, ...counts, kept: kept(zone.id) }
      }),
      ...(others ? [{ ...nowhere, kept: kept(null) }] : []),
    ],
    days: [...days.values()].toSorted((a, b) => b.day.localeCompare(a.day) || position(a.zone) - position(b.zone)),
  }
}
