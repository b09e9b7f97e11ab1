import type { PaymentOrder } from '../documents/index.ts'
import { notBack, surplusOf } from './ledger.ts'

export type Placed = Pick<
  PaymentOrder,
  'isEvent' | 'quanty' | 'amount' | 'facts' | 'refunds' | 'delivery' | 'zone' | 'lines' | 'sectionName'
>

/**
 * How many of an order's places have been given back, the last ones first: all when all of its money has, of an event
 * also one for each price of a place that it lacks. 0 of what cost nothing. Money that goes back by itself, or paid
 * nothing (`mismatch`), holds none: the place that was given back may be another's by now.
 */
export function placesGivenBack(order: Placed): number {
  const payments = order.facts.filter(({ kind, amount }) => kind === 'paid' && amount > 0)
  if (payments.length === 0 || order.amount === 0) return 0
  const here = payments.reduce((sum, { reference }) => sum + notBack(reference, order.facts), 0)
  const holding = here - surplusOf(order)
  if (holding <= 0) return order.quanty
  if (order.isEvent !== true) return 0
  const price = Math.max(1, placePrice(order))
  return Math.min(order.quanty, Math.floor(Math.max(0, order.amount - holding) / price))
}

/** What one place costs, in cents: its price, or less where something was taken off. */
function placePrice({ amount, quanty, lines, sectionName }: Placed): number {
  const listed = lines.find(({ name }) => name === sectionName)?.price ?? amount
  return Math.min(listed, Math.floor(amount / Math.max(1, quanty)))
}

/** The part of an order's amount that one of its places has: together they are all of it. */
export function shareOfPlace({ amount, quanty }: Pick<PaymentOrder, 'amount' | 'quanty'>, place: number): number {
  const until = (places: number): number => Math.floor((amount * places) / Math.max(1, quanty))
  return until(place + 1) - until(place)
}
