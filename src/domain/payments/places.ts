import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { disputesOf } from './disputes.ts'
import { notRefunded, refundsIn, surplusOf } from './ledger.ts'

export type Placed = Pick<
  PaymentOrder,
  'isEvent' | 'quanty' | 'amount' | 'facts' | 'refunds' | 'delivery' | 'zone' | 'lines' | 'sectionName'
>

/**
 * The places of an order whose money has been given back:
 *
 * | refund | places |
 * |---|---|
 * | did not come through | none |
 * | staff named tickets, or none | those |
 * | recorded with what it voids (`withVoids`) | those |
 * | of earlier releases, or before the tickets were made | the last ones, as many as the money is worth |
 */
export function placesGivenBack(order: Placed): readonly number[] {
  const old = order.facts.filter((fact) => voidsOf(fact, order) === undefined)
  const count = worthOf({ ...order, facts: old })
  const places = new Set(Array.from({ length: count }, (_, at) => order.quanty - 1 - at))
  for (const fact of refundsIn(order.facts)) for (const place of voidsOf(fact, order) ?? []) places.add(place)
  return [...places].filter((place) => place >= 0 && place < order.quanty)
}

/** The places that a refund voids, as staff named them or as they were recorded; undefined: neither. */
function voidsOf(fact: PaymentFact, { refunds }: Placed): readonly number[] | undefined {
  if (fact.kind !== 'refunded') return undefined
  return refunds.find(({ reference }) => reference === fact.reference)?.voids ?? fact.voids
}

/**
 * Records what each new refund of a delivered order of an event voids: the places that staff named, otherwise one for
 * each price of a place that is missing since, from the last. Used places are chosen only when all money went back.
 * @param used places with a ticket that was let in
 */
export function withVoids<O extends Placed>(before: Placed, after: O, used: ReadonlySet<number>): O {
  if (before.delivery !== 'delivered' || after.isEvent !== true) return after
  let facts: readonly PaymentFact[] = after.facts
  for (let at = before.facts.length; at < facts.length; at += 1) {
    const fact = facts[at]
    if (fact?.kind !== 'refunded') continue
    const [was, is] = [facts.slice(0, at), facts.slice(0, at + 1)]
    const given = placesGivenBack({ ...after, facts: was })
    const worth = worthOf({ ...after, facts: is })
    // Never more than the missing money is worth: staff may have named one more for a begun price.
    const count = Math.max(0, worth - Math.max(given.length, worthOf({ ...after, facts: was })))
    const valid = Array.from({ length: after.quanty }, (_, place) => place).filter((place) => !given.includes(place))
    const unused = valid.filter((place) => !used.has(place))
    const proposed = worth === after.quanty ? valid : unused.toReversed().slice(0, count)
    const voids = namedFor(fact, after) ?? proposed
    facts = facts.map((one) => (one === fact ? { ...fact, voids: [...voids] } : one))
  }
  return facts === after.facts ? after : { ...after, facts: [...facts] }
}

/** The places that staff named for a refund, also where the provider's word comes before its id is stored. */
function namedFor(fact: PaymentFact, { refunds }: Placed): readonly number[] | undefined {
  const known = refunds.find(({ reference }) => reference === fact.reference)
  if (known !== undefined) return known.voids
  const waiting = refunds.find(
    ({ reference, by, payment, amount }) =>
      reference === undefined && by !== undefined && payment === fact.of && amount === fact.amount,
  )
  return waiting?.voids
}

/** The places that a refund would void if staff named none, for the dialog that asks them. */
export function proposedPlaces(
  order: Placed,
  payment: string,
  amount: number,
  used: ReadonlySet<number>,
): readonly number[] {
  const at = order.facts.at(-1)?.at
  if (at === undefined) return []
  const fact = { kind: 'refunded', attempt: 0, provider: 'desk', reference: '', of: payment, amount, at } as const
  const next: Placed = { ...order, facts: [...order.facts, fact] }
  const after = withVoids(order, next, used)
  return after.facts.at(-1)?.voids ?? []
}

/** The most tickets that a refund may void: one for each begun price of a place, all where nothing is left. */
export function mostVoided(order: Placed, amount: number, left: number): number {
  return amount >= left ? order.quanty : Math.ceil(amount / Math.max(1, placePrice(order)))
}

/**
 * How many of an order's places its missing money is worth: all when all of its money has gone back, of an event also
 * one for each price of a place that it lacks. 0 of what cost nothing. Money that goes back by itself, or paid nothing
 * (`mismatch`), holds none: the place that was given back may be another's by now. Money that a dispute has taken holds
 * its places until staff decide.
 */
function worthOf(order: Placed): number {
  const payments = order.facts.filter(({ kind, amount }) => kind === 'paid' && amount > 0)
  if (payments.length === 0 || order.amount === 0) return 0
  const here = payments.reduce((sum, { reference }) => sum + notRefunded(reference, order.facts), 0)
  const holding = here - surplusOf({ ...order, facts: withoutDisputes(order.facts) })
  if (holding <= 0) return order.quanty
  if (order.isEvent !== true) return 0
  const price = Math.max(1, placePrice(order))
  return Math.min(order.quanty, Math.floor(Math.max(0, order.amount - holding) / price))
}

/** The facts as if no dispute were open or lost: disputed money that is a surplus holds no places. */
function withoutDisputes(facts: Placed['facts']): Placed['facts'] {
  const names = new Set(disputesOf(facts).flatMap(({ status, reference }) => (status === 'won' ? [] : [reference])))
  return facts.filter(({ kind, reference }) => kind !== 'disputed' || !names.has(reference))
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
