import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { computeSurplus } from './ledger.ts'
import { listRefundedPlaces, recordVoidedPlaces } from './places.ts'
import { countTakenPlaces } from './stock.ts'

// Hazard: a refunded place is sold to another buyer, and a payment of a closed attempt takes it again.

const paid = buildFact('paid')
const back = (amount: number, of = 'pi_1') => buildFact('refunded', { attempt: 0, reference: `re_${of}`, of, amount })
const late = buildFact('paid', { attempt: 2, reference: 'pi_2', amount: 5_000 })
const bought = (facts: readonly object[], change = {}) =>
  buildOrder({ isEvent: true, status: 'Pagado', delivery: 'delivered', facts, ...change })

describe('places that were given back', () => {
  it('are one for each price that went back, and all with all of the money', () => {
    const held = [0, 4_999, 5_000, 9_999, 10_000].map((amount) => countTakenPlaces(bought([paid, back(amount)])))
    expect(held).toEqual([2, 2, 1, 1, 0])
  })

  it('come back with no money that comes when staff have given all back', () => {
    const refunds = [
      { id: 'R', payment: 'pi_1', amount: 10_000, reason: 'Lluvia', by: 'sofia', at: NOW, reference: 're_pi_1' },
    ]
    expect(countTakenPlaces(bought([paid, back(10_000), late], { refunds }))).toBe(0)
    expect(countTakenPlaces(bought([paid, back(10_000), late], { refunds, isEvent: undefined }))).toBe(0)
  })

  it("come back with no money that comes after the provider's own pages have given some back: it goes back, too", () => {
    const order = bought([paid, back(6_000), late])
    expect([countTakenPlaces(order), computeSurplus(order)]).toEqual([1, 5_000])
    const wait = [{ id: 'R', payment: 'pi_1', amount: 4_000, reason: 'Lluvia', by: 'sofia', at: NOW }]
    expect(countTakenPlaces(bought([paid, back(6_000), late], { refunds: wait }))).toBe(1)
    expect(countTakenPlaces(bought([paid, back(10_000), late]))).toBe(0)
    expect(computeSurplus(bought([paid, back(10_000), late, back(5_000, 'pi_2')]))).toBe(0)
    // Reported before its payment.
    expect(countTakenPlaces(bought([back(6_000), paid, late]))).toBe(1)
    expect([countTakenPlaces(bought([back(5_000, 'pi_2'), paid, late])), computeSurplus(bought([paid, late]))]).toEqual(
      [2, 5_000],
    )
    const failed = buildFact('refund-failed', { attempt: 0, reference: 're_pi_1', of: 'pi_1' })
    expect(countTakenPlaces(bought([paid, back(6_000), late, failed]))).toBe(2)
  })

  it('come back with no money of another amount that comes afterwards: it pays nothing', () => {
    const other = buildFact('mismatch', { attempt: 2, reference: 'pi_3', amount: 9_000 })
    expect(countTakenPlaces(bought([paid, back(10_000), other]))).toBe(0)
    expect(countTakenPlaces(bought([paid, back(5_000), other]))).toBe(1)
  })

  it('are those recorded with the refund, and read by the old rule where nothing was recorded', () => {
    const one = { ...back(5_000), voids: [0] }
    expect(listRefundedPlaces(bought([paid, one]))).toEqual([0])
    expect(listRefundedPlaces(bought([paid, back(5_000)]))).toEqual([1])
    expect(listRefundedPlaces(bought([paid, { ...one, voids: [] }]))).toEqual([])
    const second = buildFact('refunded', { attempt: 0, reference: 're_2', of: 'pi_1', amount: 5_000 })
    expect(listRefundedPlaces(bought([paid, back(5_000), { ...second, voids: [0] }]))).toEqual([1, 0])
    expect(listRefundedPlaces(bought([paid, one, buildFact('refund-failed', { reference: 're_pi_1' })]))).toEqual([])
  })

  it('are those that staff named, once the refund has its id', () => {
    const asked = { id: 'R', payment: 'pi_1', amount: 5_000, reason: 'Lluvia', by: 'sofia', at: NOW, voids: [0] }
    const order = (change: object) => bought([paid, { ...back(5_000), voids: [1] }], { refunds: [change] })
    expect(listRefundedPlaces(order({ ...asked, reference: 're_pi_1' }))).toEqual([0])
    expect(listRefundedPlaces(order(asked))).toEqual([1])
  })

  it('are none of what was too much, whether it cost something or nothing', () => {
    expect(countTakenPlaces(bought([paid, late, back(5_000, 'pi_2')]))).toBe(2)
    expect(
      countTakenPlaces(bought([buildFact('waived', { amount: 0 }), late, back(5_000, 'pi_2')], { amount: 0 })),
    ).toBe(2)
  })

  it('are none of money that paid nothing, and had gone back before the order was paid', () => {
    const other = buildFact('mismatch', { reference: 'pi_0', amount: 5_000 })
    expect(countTakenPlaces(bought([other, back(5_000, 'pi_0'), paid]))).toBe(2)
  })

  it('are no more than the missing money is worth, after staff named more than one for each price', () => {
    // Staff void two of four places at 10.00 each for 15.00; the next 5.00 complete the price of the second.
    const four = { amount: 4_000, quanty: 4, lines: [{ name: 'Platea', quanty: 4, price: 1_000 }] }
    const money = buildFact('paid', { amount: 4_000 })
    const refund = (reference: string, amount: number) =>
      buildFact('refunded', { attempt: 0, reference, of: 'pi_1', amount })
    const named = { ...refund('re_1', 1_500), voids: [2, 3] }
    const before = bought([money, named], four)
    const voidsAfter = (amount: number) => {
      const after = recordVoidedPlaces(
        before,
        { ...before, facts: [...before.facts, refund('re_2', amount)] },
        new Set(),
      )
      return listRefundedPlaces(after)
    }
    expect(voidsAfter(500)).toEqual([2, 3])
    expect(voidsAfter(1_500)).toEqual([2, 3, 1])
  })
})
