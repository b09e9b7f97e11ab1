import type { PaymentOrder, ZoneStock } from './documents/order.ts'
import { openAttempt } from './facts.ts'
import { placesGivenBack, type Placed } from './places.ts'

/** Number of a zone that is taken, and how many of these are paid. */
export type Taken = Pick<ZoneStock, 'taken' | 'sold'>

type Taking = Pick<PaymentOrder, 'zone' | 'attempts'> & Placed

/** Quantity of its zone that an order occupies: delivered and not refunded, or being paid. */
export function takenBy(order: Taking): number {
  if (order.zone === undefined) return 0
  if (order.delivery === 'delivered') return order.quanty - placesGivenBack(order).length
  return order.delivery === 'none' && openAttempt(order) !== undefined ? order.quanty : 0
}

export function soldBy(order: Taking): number {
  return order.delivery === 'delivered' ? takenBy(order) : 0
}

/** Returns the quantities taken per zone by orders, to verify the counters. @param before counts of earlier orders */
export function stockOf(orders: Iterable<Taking>, before?: ReadonlyMap<number, Taken>): ReadonlyMap<number, Taken> {
  const stock = new Map(before)
  for (const order of orders) {
    if (order.zone === undefined) continue
    const { taken, sold } = stock.get(order.zone) ?? NONE
    stock.set(order.zone, { taken: taken + takenBy(order), sold: sold + soldBy(order) })
  }
  return stock
}

export const NONE: ZoneStock = { taken: 0, sold: 0, moves: 0 }

/** Counter of a zone after a step of an order. */
export function movedStock(stock: ZoneStock, before: Taking | undefined, after: Taking): ZoneStock {
  const step = (count: (order: Taking) => number): number => count(after) - (before === undefined ? 0 : count(before))
  return {
    taken: Math.max(0, stock.taken + step(takenBy)),
    sold: Math.max(0, stock.sold + step(soldBy)),
    moves: stock.moves + 1,
  }
}
