import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { PaymentFact, PaymentOrder, Refund } from './index.ts'
import { findAddedEffects } from './effects.ts'
import { computeRefundable, buildLedger } from './ledger.ts'
import { splitOperationId, buildReceipt, buildReceiptSeries } from './receipts.ts'
import { settleOrder, setOpenFlag } from './settle.ts'
import { updateStock, countStock, countPlacesLeft, countTakenPlaces } from './stock.ts'

const order = buildOrder()
const paid = buildFact('paid')
const closed = buildFact('closed', { reference: '1' })
const again = buildFact('paid', { reference: 'pi_2' })
const back = (reference: string, of: string, amount = 10_000) => buildFact('refunded', { reference, of, amount })
const step = (from: PaymentOrder, facts: readonly PaymentFact[], left = 0) => settleOrder(from, facts, left, NOW)
const asked = (amount: number, payment = 'pi_1'): Refund =>
  ({ id: 'R1', payment, amount, reason: 'Suspendido', by: 'sofia', at: NOW }) as Refund
const keysOf = (before: PaymentOrder | undefined, after: PaymentOrder) =>
  findAddedEffects(before, after).map(({ key }) => key)

describe('money that comes', () => {
  it('while the attempt is open buys what is held for it, although nothing else is left', () => {
    const after = step(order, [paid])
    expect([after.status, after.delivery, after.open, countTakenPlaces(after)]).toEqual([
      'Pagado',
      'delivered',
      false,
      2,
    ])
    expect(keysOf(order, after)).toEqual(['answer', 'receipt', 'letter'])
    expect(step(after, [paid, buildFact('opened', { reference: '1' })])).toBe(after)
  })

  it('late buys what is still left', () => {
    const late = step(step(order, [closed]), [paid], 2)
    expect([late.status, late.delivery]).toEqual(['Pagado', 'delivered'])
  })

  it('late goes back automatically when too little is left, once', () => {
    const ended = step(order, [closed])
    expect([ended.status, ended.open, countTakenPlaces(ended)]).toEqual(['Rechazado', false, 0])
    const late = step(ended, [paid], 1)
    expect([late.status, late.delivery, late.open, countTakenPlaces(late)]).toEqual(['Pagado', 'sold-out', true, 0])
    expect(keysOf(ended, late)).toEqual(['sold-out', 'refund~back~pi_1~0'])
    expect(late.refunds).toMatchObject([{ payment: 'pi_1', amount: 10_000 }])
    expect(step(late, [buildFact('refused')]).refunds).toEqual(late.refunds)
  })

  it('twice is kept once, whichever came first', () => {
    const first = step(order, [paid])
    const twice = step(first, [again])
    expect(keysOf(first, twice)).toEqual(['refund~back~pi_2~0'])
    expect(buildLedger(twice)).toEqual({
      paid: 20_000,
      refunded: 0,
      lost: 0,
      disputed: 0,
      asked: 10_000,
      kept: 20_000,
      free: 10_000,
    })
    const done = step(twice, [back('re_2', 'pi_2')])
    expect(buildLedger(done)).toEqual({
      paid: 20_000,
      refunded: 10_000,
      lost: 0,
      disputed: 0,
      asked: 0,
      kept: 10_000,
      free: 10_000,
    })
    // The surplus had no receipt, so no credit note is needed.
    expect(keysOf(twice, done)).toEqual(['refunded~re_2'])
  })

  it('twice is not given back twice, where the provider has given one back of itself', () => {
    expect(step(order, [paid, again, back('re_1', 'pi_1')]).refunds).toEqual([])
  })

  it('over the desk beside a payment that had come stays for a person to decide', () => {
    const both = step(order, [paid, buildFact('paid', { provider: 'desk', reference: 'D1', attempt: 0 })])
    expect(both.refunds).toMatchObject([{ payment: 'pi_1' }])
    expect(step(order, [buildFact('paid', { provider: 'desk', reference: 'D1' })]).refunds).toEqual([])
  })

  it('of another amount pays nothing, and can be given back by staff', () => {
    const after = step(order, [buildFact('mismatch', { reference: 'pi_9', amount: 1 })])
    expect([after.status, after.delivery, computeRefundable('pi_9', after)]).toEqual([
      'Pendiente de validar',
      'none',
      1,
    ])
    expect(keysOf(order, after)).toEqual([])
  })

  it('is not needed where there is nothing to pay', () => {
    const free = buildOrder({ attempts: [], facts: [], amount: 0, open: false })
    const after = step(free, [buildFact('waived', { attempt: 0, reference: '', amount: 0 })], 2)
    expect([after.status, after.delivery, after.open, countTakenPlaces(after)]).toEqual([
      'Pagado',
      'delivered',
      false,
      2,
    ])
  })
})

describe('a refund by staff', () => {
  const bought = step(order, [paid])

  it('in part keeps what was bought, and has a credit note', () => {
    const wished = setOpenFlag({ ...bought, refunds: [asked(4_000)] })
    expect([wished.open, computeRefundable('pi_1', wished), keysOf(bought, wished)]).toEqual([
      true,
      6_000,
      ['refund~R1'],
    ])
    const done = step({ ...wished, refunds: [{ ...asked(4_000), reference: 're_1' }] }, [back('re_1', 'pi_1', 4_000)])
    expect([done.open, countTakenPlaces(done), buildLedger(done).kept]).toEqual([false, 2, 6_000])
    expect(keysOf(wished, done)).toEqual(['credit-note~re_1', 'refunded~re_1'])
  })

  it('of all gives the places back when the money has gone, and not before', () => {
    const wished = setOpenFlag({ ...bought, refunds: [asked(10_000)] })
    expect(countTakenPlaces(wished)).toBe(2)
    expect(countTakenPlaces(step(wished, [back('re_1', 'pi_1')]))).toBe(0)
  })

  it('that the provider takes back is money again', () => {
    const failed = step(bought, [back('re_1', 'pi_1'), buildFact('refund-failed', { reference: 're_1', of: 'pi_1' })])
    expect([countTakenPlaces(failed), buildLedger(failed).kept]).toEqual([2, 10_000])
  })
})

describe('stock', () => {
  it.each([
    [5, undefined, 0, 5],
    [5, 3, 0, 2],
    [5, 3, 2, 4],
    [5, 9, 0, 0],
    [undefined, 1, 0, 0],
  ])('of %s places, with %s taken and %i of them by the payer, leaves %i', (maxQuantity, taken, own, left) => {
    const zone = maxQuantity === undefined ? undefined : { maxQuantity }
    expect(countPlacesLeft(zone, taken === undefined ? undefined : { taken }, own)).toBe(left)
  })

  const bought = step(order, [paid])
  const ended = step(order, [closed])
  const counted = (...steps: readonly (PaymentOrder | undefined)[]) =>
    steps
      .slice(1)
      .reduce((stock, after, index) => (after === undefined ? stock : updateStock(stock, steps[index], after)), {
        taken: 0,
        sold: 0,
        moves: 0,
      })

  it('counted step by step is what is counted from the orders', () => {
    expect(counted(undefined, order)).toMatchObject({ taken: 2, sold: 0 })
    expect(counted(undefined, order, bought)).toMatchObject({ taken: 2, sold: 2 })
    expect(counted(undefined, order, ended)).toMatchObject({ taken: 0, sold: 0 })
    expect(counted(undefined, order, bought, step(bought, [back('re_1', 'pi_1')]))).toMatchObject({ taken: 0, sold: 0 })
    expect(countStock([order, bought, ended, buildOrder({ zone: undefined })])).toEqual(
      new Map([[7, { taken: 4, sold: 2 }]]),
    )
  })
})

describe('a receipt', () => {
  it('names the payment by which the order was paid, in the series of its money', () => {
    const receipt = buildReceipt(step(order, [paid, again]), NOW)
    expect(receipt).toMatchObject({ kind: 'receipt', operationId: 'pi_1', amount: 10_000, series: order.municipality })
    expect(buildReceipt(order, NOW)).toBeUndefined()
    expect(buildReceiptSeries(order.municipality, 'test')).not.toBe(buildReceiptSeries(order.municipality, 'live'))
  })

  it('prints the operation in groups of 25', () => {
    expect(splitOperationId('x'.repeat(60)).map((group) => group.length)).toEqual([25, 25, 10])
    expect(splitOperationId('')).toEqual([])
  })
})
