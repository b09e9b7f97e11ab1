import type { PaymentOrder, ZoneStock } from './documents/order.ts'
import type { Zone } from '../tickets/documents/sale.ts'
import { findOpenAttempt } from './facts.ts'
import { listRefundedPlaces, type OrderWithPlaces } from './places.ts'

/** Number of places of a zone that are taken, and number of these that are paid. */
export type StockCount = Pick<ZoneStock, 'taken' | 'sold'>

type OrderTakingPlaces = Pick<PaymentOrder, 'zone' | 'attempts'> & OrderWithPlaces

/**
 * Returns the number of places that an order takes in its zone. It takes places when it is delivered, unless they were
 * refunded, and while it is being paid.
 */
export function countTakenPlaces(order: OrderTakingPlaces): number {
  if (order.zone === undefined) return 0
  if (order.delivery === 'delivered') return order.quanty - listRefundedPlaces(order).length
  return order.delivery === 'none' && findOpenAttempt(order) !== undefined ? order.quanty : 0
}

export function countSoldPlaces(order: OrderTakingPlaces): number {
  return order.delivery === 'delivered' ? countTakenPlaces(order) : 0
}

/**
 * Returns the number of places of a zone that a payer can take. @param own number of places that the payer's order
 * takes already
 */
export function countPlacesLeft(
  zone: Pick<Zone, 'maxQuantity'> | undefined,
  stock: Pick<ZoneStock, 'taken'> | undefined,
  own = 0,
): number {
  return Math.max(0, (zone?.maxQuantity ?? 0) - (stock?.taken ?? 0) + own)
}

/**
 * Returns the numbers of places that orders have taken and paid per zone, to verify the counters.
 * @param before counts of other orders, to which these are added
 */
export function countStock(
  orders: Iterable<OrderTakingPlaces>,
  before?: ReadonlyMap<number, StockCount>,
): ReadonlyMap<number, StockCount> {
  const stock = new Map(before)
  for (const order of orders) {
    if (order.zone === undefined) continue
    const { taken, sold } = stock.get(order.zone) ?? EMPTY_STOCK
    stock.set(order.zone, { taken: taken + countTakenPlaces(order), sold: sold + countSoldPlaces(order) })
  }
  return stock
}

export const EMPTY_STOCK: ZoneStock = { taken: 0, sold: 0, moves: 0 }

/** Counter of a zone after a step of an order. */
export function updateStock(
  stock: ZoneStock,
  before: OrderTakingPlaces | undefined,
  after: OrderTakingPlaces,
): ZoneStock {
  const step = (count: (order: OrderTakingPlaces) => number): number =>
    count(after) - (before === undefined ? 0 : count(before))
  return {
    taken: Math.max(0, stock.taken + step(countTakenPlaces)),
    sold: Math.max(0, stock.sold + step(countSoldPlaces)),
    moves: stock.moves + 1,
  }
}
