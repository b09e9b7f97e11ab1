import type { PaymentOrder, ZoneStock } from './documents/order.ts'
import { openAttempt } from './facts.ts'
import { placesGivenBack, type Placed } from './places.ts'

/** How many of a zone are not left, and how many of these are paid for. */
export type Taken = Pick<ZoneStock, 'taken' | 'sold'>

type Taking = Pick<PaymentOrder, 'zone' | 'attempts'> & Placed

/** How many of its zone an order keeps: delivered and not given back (of an event by place), or being paid. */
export function takenBy(order: Taking): number {
  if (order.zone === undefined) return 0
  if (order.delivery === 'delivered') return order.quanty - placesGivenBack(order).length
  return order.delivery === 'none' && openAttempt(order) !== undefined ? order.quanty : 0
}

export function soldBy(order: Taking): number {
  return order.delivery === 'delivered' ? takenBy(order) : 0
}

/** What is taken of each zone, by a form's orders: what the counters must say. @param before of its other orders */
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

/** A zone's counter after one step of one of its orders. */
export function movedStock(stock: ZoneStock, before: Taking | undefined, after: Taking): ZoneStock {
  const step = (count: (order: Taking) => number): number => count(after) - (before === undefined ? 0 : count(before))
  return {
    taken: Math.max(0, stock.taken + step(takenBy)),
    sold: Math.max(0, stock.sold + step(soldBy)),
    moves: stock.moves + 1,
  }
}
