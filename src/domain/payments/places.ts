import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { listDisputesWithStatus } from './disputes.ts'
import { computeUnrefundedAmount, listSuccessfulRefunds, computeSurplus } from './ledger.ts'

export type OrderWithPlaces = Pick<
  PaymentOrder,
  'isEvent' | 'quanty' | 'amount' | 'facts' | 'refunds' | 'delivery' | 'zone' | 'lines' | 'sectionName'
>

/**
 * Returns the places of an order whose money was refunded:
 *
 * | refund | places |
 * |---|---|
 * | failed | none |
 * | with tickets named by staff, or explicitly none | the places of these tickets |
 * | recorded with voided places (`recordVoidedPlaces`) | the recorded places |
 * | of earlier releases, or before tickets existed | the last places, as many as the money is worth |
 */
export function listRefundedPlaces(order: OrderWithPlaces): readonly number[] {
  const old = order.facts.filter((fact) => findVoidedPlaces(fact, order) === undefined)
  const count = countRefundedPlaces({ ...order, facts: old })
  const places = new Set(Array.from({ length: count }, (_, at) => order.quanty - 1 - at))
  for (const fact of listSuccessfulRefunds(order.facts))
    for (const place of findVoidedPlaces(fact, order) ?? []) places.add(place)
  return [...places].filter((place) => place >= 0 && place < order.quanty)
}

/** Returns the places that a refund voids, named by staff or recorded; undefined if neither. */
function findVoidedPlaces(fact: PaymentFact, { refunds }: OrderWithPlaces): readonly number[] | undefined {
  if (fact.kind !== 'refunded') return undefined
  return refunds.find(({ reference }) => reference === fact.reference)?.voids ?? fact.voids
}

/**
 * Records the places that new refunds of a delivered event order void: places named by staff, otherwise as many of the
 * last places as the refunded money pays for. Used places are voided only when all money was refunded.
 * @param used places whose ticket was admitted
 */
export function recordVoidedPlaces<O extends OrderWithPlaces>(
  before: OrderWithPlaces,
  after: O,
  used: ReadonlySet<number>,
): O {
  if (before.delivery !== 'delivered' || after.isEvent !== true) return after
  let facts: readonly PaymentFact[] = after.facts
  for (let index = before.facts.length; index < facts.length; index += 1) {
    const fact = facts[index]
    if (fact?.kind !== 'refunded') continue
    const [was, is] = [facts.slice(0, index), facts.slice(0, index + 1)]
    const given = listRefundedPlaces({ ...after, facts: was })
    const valueInPlaces = countRefundedPlaces({ ...after, facts: is })
    // At most as many places as the refunded money pays for. Staff may already have voided more places than earlier
    // partial refunds paid for.
    const count = Math.max(0, valueInPlaces - Math.max(given.length, countRefundedPlaces({ ...after, facts: was })))
    const valid = Array.from({ length: after.quanty }, (_, place) => place).filter((place) => !given.includes(place))
    const unused = valid.filter((place) => !used.has(place))
    const proposed = valueInPlaces === after.quanty ? valid : unused.toReversed().slice(0, count)
    const voids = findRefundPlaces(fact, after) ?? proposed
    facts = facts.map((eachFact) => (eachFact === fact ? { ...fact, voids: [...voids] } : eachFact))
  }
  return facts === after.facts ? after : { ...after, facts: [...facts] }
}

/**
 * Returns the places that staff named for a refund. Also finds the refund if its result arrives before its id is
 * stored.
 */
function findRefundPlaces(fact: PaymentFact, { refunds }: OrderWithPlaces): readonly number[] | undefined {
  const refundOfFact = refunds.find(({ reference }) => reference === fact.reference)
  if (refundOfFact !== undefined) return refundOfFact.voids
  const waiting = refunds.find(
    ({ reference, by, payment, amount }) =>
      reference === undefined && by !== undefined && payment === fact.of && amount === fact.amount,
  )
  return waiting?.voids
}

/** Returns the places that a refund would void if staff named none, to be proposed in the refund dialog. */
export function proposePlacesToVoid(
  order: OrderWithPlaces,
  payment: string,
  amount: number,
  used: ReadonlySet<number>,
): readonly number[] {
  const instant = order.facts.at(-1)?.at
  if (instant === undefined) return []
  const fact = {
    kind: 'refunded',
    attempt: 0,
    provider: 'desk',
    reference: '',
    of: payment,
    amount,
    at: instant,
  } as const
  const next: OrderWithPlaces = { ...order, facts: [...order.facts, fact] }
  const after = recordVoidedPlaces(order, next, used)
  return after.facts.at(-1)?.voids ?? []
}

/**
 * Maximum tickets that a refund may void: the refunded amount divided by the price of a place, rounded up; all tickets
 * if no money is left.
 */
export function computeMaxVoidedTickets(order: OrderWithPlaces, amount: number, remaining: number): number {
  return amount >= remaining ? order.quanty : Math.ceil(amount / Math.max(1, placePrice(order)))
}

/**
 * Number of places that the refunded money pays for. If all money was refunded, these are all places. Otherwise, for
 * events, the missing part of the order's amount divided by the price of a place. 0 for free orders. Surplus payments
 * and mismatches pay for no places, because a refunded place may have been sold again. Money taken by a dispute still
 * pays for its places until staff decide, and money of a cancelled event until it is refunded.
 */
function countRefundedPlaces(order: OrderWithPlaces): number {
  const payments = order.facts.filter(({ kind, amount }) => kind === 'paid' && amount > 0)
  if (payments.length === 0 || order.amount === 0) return 0
  const here = payments.reduce((sum, { reference }) => sum + computeUnrefundedAmount(reference, order.facts), 0)
  const holding = here - computeSurplus({ ...order, cancelled: undefined, facts: withoutDisputes(order.facts) })
  if (holding <= 0) return order.quanty
  if (order.isEvent !== true) return 0
  const price = Math.max(1, placePrice(order))
  return Math.min(order.quanty, Math.floor(Math.max(0, order.amount - holding) / price))
}

/** Returns the facts without open and lost disputes. Disputed money that is a surplus must not pay for places. */
function withoutDisputes(facts: OrderWithPlaces['facts']): OrderWithPlaces['facts'] {
  const names = new Set(
    listDisputesWithStatus(facts).flatMap(({ status, reference }) => (status === 'won' ? [] : [reference])),
  )
  return facts.filter(({ kind, reference }) => kind !== 'disputed' || !names.has(reference))
}

/** Price of one place in cents, after discounts. */
function placePrice({ amount, quanty, lines, sectionName }: OrderWithPlaces): number {
  const listed = lines.find(({ name }) => name === sectionName)?.price ?? amount
  return Math.min(listed, Math.floor(amount / Math.max(1, quanty)))
}

/** Returns the share of an order's amount for one place, in cents. The shares of all places add up to the amount. */
export function computePlaceShare({ amount, quanty }: Pick<PaymentOrder, 'amount' | 'quanty'>, place: number): number {
  const until = (places: number): number => Math.floor((amount * places) / Math.max(1, quanty))
  return until(place + 1) - until(place)
}
