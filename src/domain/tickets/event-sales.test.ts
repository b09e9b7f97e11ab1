import { expect, it } from 'vitest'
import type { ClosingMovement } from '../payments/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildEventSales, createBuyerCounter } from './event-sales.ts'

const move = (day: string, kind: ClosingMovement['kind'], amount: number): ClosingMovement => {
  return { day: `2026-11-${day}`, kind, amount, reference: 'pi_1', provider: 'stripe' }
}

it('the sales of an event are its places and money by zone, and its money by day', () => {
  const zones = [
    { id: 7, name: 'Platea', price: 5_000, maxQuantity: 5 },
    { id: 2, name: 'Campo', price: 2_000, maxQuantity: 100 },
  ]
  const orders = [
    { zone: 7, movements: [move('20', 'received', 10_000), move('22', 'refunded', 3_000), move('22', 'lost', 1_000)] },
    { zone: 7, movements: [move('22', 'received', 5_000)] },
    // A lost dispute that was won later.
    { zone: 2, movements: [move('22', 'received', 2_000), move('22', 'lost', 900), move('23', 'lost', -900)] },
    // A zone that is no longer in the form, and an order without a zone.
    { zone: 9, movements: [move('21', 'received', 700)] },
    { zone: undefined, movements: [move('21', 'received', 300)] },
  ]
  const stock = new Map([[7, { taken: 4, sold: 3, moves: 9 }]])
  const used = new Map([[7, 2]])
  expect(buildEventSales({ zones, orders, stock, used })).toEqual({
    zones: [
      { zone: 7, name: 'Platea', places: 5, sold: 3, held: 1, left: 1, used: 2, kept: 11_000 },
      { zone: 2, name: 'Campo', places: 100, sold: 0, held: 0, left: 100, used: 0, kept: 2_000 },
      { zone: null, name: '', places: 0, sold: 0, held: 0, left: 0, used: 0, kept: 1_000 },
    ],
    days: [
      { day: '2026-11-23', zone: 2, name: 'Campo', received: 0, returned: -900 },
      { day: '2026-11-22', zone: 7, name: 'Platea', received: 5_000, returned: 4_000 },
      { day: '2026-11-22', zone: 2, name: 'Campo', received: 2_000, returned: 900 },
      { day: '2026-11-21', zone: null, name: '', received: 1_000, returned: 0 },
      { day: '2026-11-20', zone: 7, name: 'Platea', received: 10_000, returned: 0 },
    ],
  })
})

it('counts the notified orders among those with valid tickets only', () => {
  const valid = buildOrder({ status: 'Pagado', delivery: 'delivered', isEvent: true, facts: [buildFact('paid')] })
  const counter = createBuyerCounter(false, ({ orderId }) => orderId !== 'LAST')
  for (const order of [valid, { ...valid, orderId: 'LAST' }, buildOrder({ isEvent: true })])
    counter.add(order, { refunds: new Map(), emails: new Map() })
  expect(counter.result()).toMatchObject({ notified: 1, buyers: { holders: 2 } })
})

it('counts as refunds of a cancellation only what the provider returns, and the rest by hand or after a dispute', () => {
  const order = (facts: readonly unknown[]) =>
    buildOrder({ status: 'Pagado', delivery: 'delivered', amount: 5_000, facts })
  const paid = buildFact('paid', { amount: 5_000 })
  const counter = createBuyerCounter(false)
  for (const each of [
    order([paid]),
    order([paid, buildFact('refunded', { reference: 're_1', of: paid.reference, amount: 2_000 })]),
    order([{ ...paid, provider: 'desk' }]),
    order([paid, buildFact('disputed', { reference: 'dp_1', of: paid.reference, dispute: 'open', amount: 5_000 })]),
    buildOrder({ facts: [buildFact('mismatch', { amount: 700 })] }),
  ])
    counter.add(each, { refunds: new Map(), emails: new Map() })
  expect(counter.result().buyers).toEqual({
    holders: 4,
    paid: 5,
    kept: 18_700,
    refunds: 2,
    refunded: 8_000,
    disputed: 5_000,
    atDesk: 5_700,
  })
})
