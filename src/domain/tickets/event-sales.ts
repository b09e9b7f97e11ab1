import { z } from 'zod'
import { titleSchema } from '../kernel/building-blocks.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { problemSchema, type Problem } from '../kernel/problem.ts'
import { instantSchema } from '../kernel/instant.ts'
import type { ClosingMovement } from '../payments/closing.ts'
import { currencySchema } from '../payments/documents/currency.ts'
import type { PaymentOrder, ZoneStock } from '../payments/documents/order.ts'
import {
  buildLedger,
  hasRefundFailed,
  isReceivedMoney,
  isRefundPending,
  computeRetainedAmount,
} from '../payments/ledger.ts'
import { listRefundedPlaces } from '../payments/places.ts'
import { cancelOrder } from '../payments/settle.ts'
import { countPlacesLeft, EMPTY_STOCK } from '../payments/stock.ts'
import type { TicketSale } from './documents/sale.ts'

const zoneFields = {
  zone: z.int().min(0).max(9999).nullable().describe('null: money that belongs to no zone of the form'),
  name: titleSchema.describe('name of the zone; empty if it has none'),
}

/**
 * States of a paid order of a cancelled event:
 *
 * | state | meaning |
 * |---|---|
 * | waiting | the cancellation has not reached it yet |
 * | failed | the provider refused a refund, or it was tried too often |
 * | disputed | the payer disputes money, which cannot be refunded until that is decided |
 * | desk | staff have to give money back by hand |
 * | refunding | a refund is in progress |
 * | done | no money is left |
 */
const CANCELLATION_STATES = ['waiting', 'failed', 'disputed', 'desk', 'refunding', 'done'] as const
export type CancellationState = (typeof CANCELLATION_STATES)[number]
const OPEN_STATES = ['failed', 'disputed', 'desk'] as const
/** Maximum listed orders that need staff; more are only counted. */
const MAX_OPEN_ORDERS = 200

const openOrderSchema = z.object({
  order: answerIdSchema.describe('id of the order and of its answer'),
  orderId: z.string().describe('number of the order'),
  name: z.string().describe('name of the payer'),
  state: z.enum(OPEN_STATES).describe('what staff have to settle'),
  amount: z.int().describe('amount in cents'),
  problem: problemSchema.optional().describe('why the refund failed'),
})
type OpenOrder = Readonly<z.infer<typeof openOrderSchema>>

const cancellationSchema = z.object({
  at: instantSchema.describe('when the event was cancelled'),
  isRunning: z.boolean().describe('true: orders are still being processed'),
  counts: z.record(z.enum(CANCELLATION_STATES), z.int()).describe('number of paid orders by state'),
  open: z.array(openOrderSchema).max(MAX_OPEN_ORDERS).readonly().describe('orders that need staff'),
})

/** Sales of an event, for staff who may see payments. */
export const eventSalesSchema = z.object({
  title: titleSchema.describe('name of the event'),
  version: z.int().describe('version of the form'),
  eventDate: instantSchema.optional().describe('start of the event'),
  eventEnd: instantSchema.optional().describe('end of the event'),
  address: z.string().describe('place; empty if the form does not name it'),
  isTest: z.boolean().describe('true: a test account receives its payments'),
  currency: currencySchema,
  timeZone: z.string().describe('time zone of the days'),
  zones: z
    .array(
      z.object({
        ...zoneFields,
        places: z.int().describe('number of places in the zone'),
        sold: z.int().describe('number of places that are paid and not refunded'),
        held: z.int().describe('number of places that are reserved and not paid yet'),
        left: z.int().describe('number of places that can still be bought'),
        used: z.int().describe('number of tickets that were admitted at least once'),
        kept: z.int().describe('money received less money returned, in cents'),
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
  buyers: z
    .object({
      holders: z.int().describe('number of orders with valid tickets'),
      paid: z.int().describe('number of orders with money that was not returned'),
      kept: z.int().describe('money of these orders that was not returned, in cents'),
      refunds: z.int().describe('number of orders that a cancellation refunds through the provider'),
      refunded: z.int().describe('part of `kept` that these refunds return, in cents'),
      disputed: z
        .int()
        .describe('part of `kept` under open disputes, in cents; refunded only if the municipality wins them'),
      atDesk: z.int().describe('part of `kept` that staff have to return by hand, in cents'),
    })
    .describe('orders affected by a new date or a cancellation'),
  moving: z
    .object({
      done: z.int().describe('number of orders with valid tickets whose e-mails were queued'),
      of: z.int().describe('number of orders with valid tickets'),
    })
    .optional()
    .describe('e-mails about a new date are being queued'),
  failedEmails: z.int().describe('number of e-mails about a new date or the cancellation that could not be sent'),
  cancellation: cancellationSchema.optional().describe('missing: the event was not cancelled'),
})
export type EventSales = Readonly<z.infer<typeof eventSalesSchema>>

type SalesParts = {
  readonly zones: TicketSale['zones']
  /** money of each order, on the days of the closings */
  readonly orders: readonly { readonly zone: number | undefined; readonly movements: readonly ClosingMovement[] }[]
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
  const zonelessSales = { zone: null, name: '', places: 0, sold: 0, held: 0, left: 0, used: used.get(null) ?? 0 }
  return {
    zones: [
      ...zones.map((zone) => {
        const { taken, sold } = stock.get(zone.id) ?? EMPTY_STOCK
        const left = countPlacesLeft(zone, { taken })
        const counts = { sold, held: taken - sold, left, used: used.get(zone.id) ?? 0 }
        return { zone: zone.id, name: zone.name, places: zone.maxQuantity, ...counts, kept: kept(zone.id) }
      }),
      ...(others ? [{ ...zonelessSales, kept: kept(null) }] : []),
    ],
    days: [...days.values()].toSorted((a, b) => b.day.localeCompare(a.day) || position(a.zone) - position(b.zone)),
  }
}

/**
 * Failed jobs of an event's orders: refunds by order and index (`buildRefundKey`), and the number of e-mails by order.
 */
export type FailedEventJobs = {
  readonly refunds: ReadonlyMap<string, Problem>
  readonly emails: ReadonlyMap<string, number>
}

/** Key of a refund in `FailedEventJobs`. @param at index among the order's refunds */
export function buildRefundKey(order: string, at: number): string {
  return `${order}~${at}`
}

/** Returns the state of an order of a cancelled event; undefined if it was never paid. */
export function describeCancelledOrder(
  order: PaymentOrder,
  { refunds: failed }: Pick<FailedEventJobs, 'refunds'>,
): { readonly state: CancellationState; readonly amount: number; readonly problem?: Problem } | undefined {
  const { facts, refunds, cancelled, delivery } = order
  const { kept, disputed } = buildLedger(order)
  if (delivery === 'none' && !facts.some(isReceivedMoney)) return undefined
  if (cancelled === undefined) return { state: 'waiting', amount: kept }
  const pending = refunds.flatMap((refund, at) => (isRefundPending(refund, order) ? [{ ...refund, at }] : []))
  const asked = pending.reduce((sum, { amount }) => sum + amount, 0)
  const lastFailedJob = pending.flatMap(({ at }) => failed.get(buildRefundKey(order.id, at)) ?? [])[0]
  if (lastFailedJob !== undefined) return { state: 'failed', amount: asked, problem: lastFailedJob }
  if (disputed > 0) return { state: 'disputed', amount: disputed }
  const rest = Math.max(0, kept - asked)
  const refused = refunds.findLastIndex((refund) => {
    return refund.by === undefined && hasRefundFailed(refund, facts) && computeRetainedAmount(refund.payment, facts) > 0
  })
  if (rest > 0 && refused >= 0)
    return {
      state: 'failed',
      amount: rest,
      problem: failed.get(buildRefundKey(order.id, refused)) ?? { code: 'payment.failed' },
    }
  if (rest > 0) return { state: 'desk', amount: rest }
  return asked > 0 ? { state: 'refunding', amount: asked } : { state: 'done', amount: 0 }
}

/** Amount that a cancellation returns through the provider, in cents: the refunds that `cancelOrder` leaves pending. */
function sumCancellationRefunds(order: PaymentOrder): number {
  const after = cancelOrder(order, order.createdAt)
  return after.refunds.reduce((sum, refund) => (isRefundPending(refund, after) ? sum + refund.amount : sum), 0)
}

/**
 * Counts the orders and amounts that a change of an event concerns, order by order.
 * @param isNotified whether the e-mail about a new date was queued for the holders of an order
 */
export function createBuyerCounter(cancelled: boolean, isNotified: (order: PaymentOrder) => boolean = () => false) {
  const buyers = { holders: 0, paid: 0, kept: 0, refunds: 0, refunded: 0, disputed: 0, atDesk: 0 }
  const counts = { waiting: 0, failed: 0, disputed: 0, desk: 0, refunding: 0, done: 0 }
  const open: OpenOrder[] = []
  let [failedEmails, notified] = [0, 0]
  return {
    add(order: PaymentOrder, failed: FailedEventJobs): void {
      const { kept, disputed } = buildLedger(order)
      const refunded = Math.min(kept - disputed, sumCancellationRefunds(order))
      const isValid = order.delivery === 'delivered' && listRefundedPlaces(order).length < order.quanty
      if (isValid) buyers.holders += 1
      if (isValid && isNotified(order)) notified += 1
      if (kept > 0) buyers.paid += 1
      if (refunded > 0) buyers.refunds += 1
      buyers.kept += kept
      buyers.refunded += refunded
      buyers.disputed += disputed
      buyers.atDesk += kept - disputed - refunded
      failedEmails += failed.emails.get(order.id) ?? 0
      const found = cancelled ? describeCancelledOrder(order, failed) : undefined
      if (found === undefined) return
      counts[found.state] += 1
      const state = OPEN_STATES.find((each) => each === found.state)
      if (state === undefined || open.length >= MAX_OPEN_ORDERS) return
      open.push({ ...found, state, order: order.id, orderId: order.orderId, name: order.fullName })
    },
    result: () => ({ buyers, counts, open, failedEmails, notified }),
  }
}
