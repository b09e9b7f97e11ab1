import { z } from 'zod'
import { titleSchema } from '../kernel/building-blocks.ts'
import { instantSchema, type Instant } from '../kernel/instant.ts'
import { toMilliseconds } from '../kernel/moments.ts'
import { toLocalDay } from '../kernel/time-zones.ts'
import { isSettledDispute, listLatestDisputes } from '../payments/disputes.ts'
import { currencySchema } from '../payments/documents/currency.ts'
import type { PaymentOrder, ZoneStock } from '../payments/documents/order.ts'
import { buildLedger, isReceivedMoney, listSuccessfulRefunds } from '../payments/ledger.ts'
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

/** Money received or returned on a day, in cents. */
export type MoneyMovement = {
  readonly day: string
  readonly zone: number | null
  readonly received: number
  readonly returned: number
}

/**
 * Returns the movements of an order's money, each on its day. Their sum is the amount that the ledger shows for the
 * order. Money lost in disputes counts on the day of the last lost dispute.
 */
export function listMovements(
  order: Pick<PaymentOrder, 'facts' | 'refunds' | 'amount' | 'delivery' | 'zone'>,
  timeZone: string,
): readonly MoneyMovement[] {
  const { facts, zone = null } = order
  const on = (at: Instant, received: number, returned: number): MoneyMovement => {
    return { day: toLocalDay(toMilliseconds(at), timeZone), zone, received, returned }
  }
  const refunds = listSuccessfulRefunds(facts)
  const settled = refunds.filter((fact) => isSettledDispute(fact, facts))
  const { lost } = buildLedger(order)
  const lostAt = [...listLatestDisputes(facts).filter(({ status }) => status === 'lost'), ...settled]
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  return [
    ...facts.filter(isReceivedMoney).map(({ at, amount }) => on(at, amount, 0)),
    ...refunds.filter((fact) => !settled.includes(fact)).map(({ at, amount }) => on(at, 0, amount)),
    ...(lost === 0 || lostAt === undefined ? [] : [on(lostAt, 0, lost)]),
  ]
}

type SalesParts = {
  readonly zones: TicketSale['zones']
  readonly movements: readonly MoneyMovement[]
  /** counters of places, by zone */
  readonly stock: ReadonlyMap<number, ZoneStock>
  /** number of tickets that were admitted at least once, by zone */
  readonly used: ReadonlyMap<number | null, number>
}

/**
 * Returns places and money of an event by zone, and money by day. Zones removed from the form have no places, only
 * money.
 */
export function buildEventSales({ zones, movements, stock, used }: SalesParts): Pick<EventSales, 'zones' | 'days'> {
  const known = zones.map(({ id }) => id)
  const zoneOf = ({ zone }: MoneyMovement) => (zone !== null && known.includes(zone) ? zone : null)
  const nameOf = (zone: number | null) => zones.find(({ id }) => id === zone)?.name ?? ''
  const days = new Map<string, EventSales['days'][number]>()
  for (const movement of movements) {
    const [{ day }, zone] = [movement, zoneOf(movement)]
    const key = `${day} ${zone ?? ''}`
    const { received, returned } = days.get(key) ?? { received: 0, returned: 0 }
    days.set(key, {
      day,
      zone,
      name: nameOf(zone),
      received: received + movement.received,
      returned: returned + movement.returned,
    })
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
