import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { PaymentFact, Refund } from './index.ts'
import { findDisagreements, listDisagreementKeys } from './disagreements.ts'
import { computeSurplus } from './ledger.ts'

const paid = buildFact('paid')
const other = buildFact('mismatch', { reference: 'pi_9', amount: 700 })
const back = (of: string, amount: number, reference = 're_1') => buildFact('refunded', { reference, of, amount })
const asked = (payment: string, amount: number, change: object = {}): Refund =>
  ({ id: 'R1', payment, amount, reason: 'Suspendido', by: 'sofia', at: NOW, ...change }) as Refund
const orderWith = (facts: readonly PaymentFact[], refunds: readonly Refund[] = [], change: object = {}) =>
  buildOrder({ facts, refunds, ...change })
const found = (...given: Parameters<typeof orderWith>) => findDisagreements(orderWith(...given))

describe('money that waits for a person', () => {
  it('is none of what agrees, or continues automatically', () => {
    expect(found([])).toEqual([])
    expect(found([paid])).toEqual([])
    const again = buildFact('paid', { reference: 'pi_2' })
    expect(found([paid, again], [asked('pi_2', 10_000, { by: undefined })])).toEqual([])
    expect(found([paid], [asked('pi_1', 500)])).toEqual([])
    expect(listDisagreementKeys(orderWith([paid]))).toEqual([])
  })

  it('is what came as another amount, until it has gone back or is on its way', () => {
    expect(found([other])).toEqual([{ kind: 'mismatch', payment: 'pi_9', amount: 700 }])
    expect(found([paid, other, back('pi_9', 200)])).toEqual([{ kind: 'mismatch', payment: 'pi_9', amount: 500 }])
    expect(found([other], [asked('pi_9', 700)])).toEqual([])
    expect(found([other, back('pi_9', 700)])).toEqual([])
    const order = orderWith([other])
    expect(listDisagreementKeys(order)).toEqual(['*', order.municipality])
  })

  it('is a refund that did not come through, until the next of that payment', () => {
    const failed = buildFact('refund-failed', { reference: 're_1', of: 'pi_1', amount: 500 })
    const refund = asked('pi_1', 500, { reference: 're_1' })
    expect(found([paid, failed], [refund])).toEqual([{ kind: 'refund-failed', payment: 'pi_1', amount: 500 }])
    expect(found([paid, failed], [refund, asked('pi_1', 500, { id: 'R2' })])).toEqual([])
    expect(found([paid, failed, back('pi_1', 10_000, 're_7')], [refund])).toEqual([])
    expect(found([other, { ...failed, of: 'pi_9' }], [asked('pi_9', 500, { reference: 're_1' })])).toEqual([
      { kind: 'mismatch', payment: 'pi_9', amount: 700 },
    ])
  })

  it('is too much that nothing gives back', () => {
    const cash = buildFact('paid', { provider: 'desk', reference: 'C1', amount: 10_000 })
    expect(found([paid, cash])).toEqual([{ kind: 'surplus', payment: 'C1', amount: 10_000 }])
    expect(found([cash], [], { delivery: 'sold-out' })).toEqual([{ kind: 'surplus', payment: 'C1', amount: 10_000 }])
  })
})

describe('money that staff give back', () => {
  it('and that paid nothing, takes nothing from what the order is entitled to', () => {
    const order = orderWith([other, back('pi_9', 700), paid], [asked('pi_9', 700, { reference: 're_1' })])
    expect(computeSurplus(order)).toBe(0)
    expect(computeSurplus(orderWith([other, paid], [asked('pi_9', 700)]))).toBe(0)
  })

  it('and that was too much, is no surplus any more', () => {
    const cash = buildFact('paid', { provider: 'desk', reference: 'C1', amount: 10_000 })
    const order = orderWith([paid, cash, back('C1', 10_000)], [asked('C1', 10_000, { reference: 're_1' })])
    expect([computeSurplus(order), findDisagreements(order)]).toEqual([0, []])
  })
})
