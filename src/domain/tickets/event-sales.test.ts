import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildLedger } from '../payments/index.ts'
import { buildEventSales, listMovements } from './event-sales.ts'

const ZONE = 'America/Argentina/Catamarca'
const paid = (at: string, change: object = {}) =>
  buildFact('paid', { reference: 'pi_1', amount: 10_000, at, ...change })
const back = (at: string, amount: number, reference = 're_1') =>
  buildFact('refunded', { reference, of: 'pi_1', amount, at })
const dispute = (status: string, at: string) =>
  buildFact('disputed', { reference: 'dp_1', of: 'pi_1', amount: 10_000, dispute: status, at })
const bought = (...facts: readonly object[]) => buildOrder({ facts, delivery: 'delivered', status: 'Pagado' })
const move = (day: string, received: number, returned: number) => ({ day, zone: 7, received, returned })

describe('the money of an order', () => {
  it.each([
    ['nothing paid', [], []],
    // 23:30 in Catamarca is already the next day in UTC.
    ['a payment late in the evening', [paid('2026-11-21T02:30:00.000Z')], [move('2026-11-20', 10_000, 0)]],
    [
      'a refund in part on another day',
      [paid('2026-11-20T15:00:00.000Z'), back('2026-11-22T15:00:00.000Z', 4_000)],
      [move('2026-11-20', 10_000, 0), move('2026-11-22', 0, 4_000)],
    ],
    [
      'a refund that failed',
      [
        paid('2026-11-20T15:00:00.000Z'),
        back('2026-11-22T15:00:00.000Z', 4_000),
        buildFact('refund-failed', { reference: 're_1' }),
      ],
      [move('2026-11-20', 10_000, 0)],
    ],
    [
      'a dispute that was lost',
      [
        paid('2026-11-20T15:00:00.000Z'),
        dispute('open', '2026-11-23T15:00:00.000Z'),
        dispute('lost', '2026-11-25T15:00:00.000Z'),
      ],
      [move('2026-11-20', 10_000, 0), move('2026-11-25', 0, 10_000)],
    ],
    [
      'a dispute that is open',
      [paid('2026-11-20T15:00:00.000Z'), dispute('open', '2026-11-23T15:00:00.000Z')],
      [move('2026-11-20', 10_000, 0)],
    ],
  ])('counts on the day on which it came or went: %s', (_, facts, expected) => {
    const order = bought(...facts)
    const movements = listMovements(order, ZONE)
    expect(movements).toEqual(expected)
    expect(movements.reduce((sum, { received, returned }) => sum + received - returned, 0)).toBe(
      buildLedger(order).kept,
    )
  })
})

it('the sales of an event are its places and money by zone, and its money by day', () => {
  const zones = [
    { id: 7, name: 'Platea', price: 5_000, maxQuantity: 5 },
    { id: 2, name: 'Campo', price: 2_000, maxQuantity: 100 },
  ]
  const movements = [
    move('2026-11-20', 10_000, 0),
    move('2026-11-22', 0, 4_000),
    move('2026-11-22', 5_000, 0),
    { ...move('2026-11-22', 2_000, 0), zone: 2 },
    // A zone that is no longer in the form, and an order without a zone.
    { ...move('2026-11-21', 700, 0), zone: 9 },
    { ...move('2026-11-21', 300, 0), zone: null },
  ]
  const stock = new Map([[7, { taken: 4, sold: 3, moves: 9 }]])
  const used = new Map([[7, 2]])
  expect(buildEventSales({ zones, movements, stock, used })).toEqual({
    zones: [
      { zone: 7, name: 'Platea', places: 5, sold: 3, held: 1, left: 1, used: 2, kept: 11_000 },
      { zone: 2, name: 'Campo', places: 100, sold: 0, held: 0, left: 100, used: 0, kept: 2_000 },
      { zone: null, name: '', places: 0, sold: 0, held: 0, left: 0, used: 0, kept: 1_000 },
    ],
    days: [
      { day: '2026-11-22', zone: 7, name: 'Platea', received: 5_000, returned: 4_000 },
      { day: '2026-11-22', zone: 2, name: 'Campo', received: 2_000, returned: 0 },
      { day: '2026-11-21', zone: null, name: '', received: 1_000, returned: 0 },
      { day: '2026-11-20', zone: 7, name: 'Platea', received: 10_000, returned: 0 },
    ],
  })
})
