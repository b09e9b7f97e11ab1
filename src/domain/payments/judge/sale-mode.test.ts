import { beforeEach, describe, expect, it } from 'vitest'
import { buildAccount, buildPaying, OWNER, STEPPING, type Paying } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { deskPaymentSchema } from '../index.ts'
import { keys } from '../../store/index.ts'
import { openOrderUnit } from './order-unit.ts'
import { setPaymentAccountUnit } from './sale-mode.ts'

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

describe('an order belongs to a sale that is', () => {
  const connect = (mode: 'live' | 'test') => city.desk.commit(setPaymentAccountUnit(OWNER, buildAccount({ mode })))
  const atDesk = () => {
    const id = city.answer()
    const { payer } = city.wishOf(id)
    const purchase = { zone: 7, quanty: 1 }
    const wish = deskPaymentSchema.parse({ id: id.replaceAll(/./g, 'M'), payer, purchase, amount: 5_000 })
    city.desk.commit(openOrderUnit({ by: 'desk', cashier: 'ada' as never, answer: id, wish }, 'K3WQ9ZT0M4XB', STEPPING))
    return city.stored(id)
  }
  const online = () => city.order(city.answer(), { purchase: { zone: 7, quanty: 1 } })

  it('a test while the account is one, over the desk, too', () => {
    connect('test')
    expect(atDesk()).toMatchObject({ status: 'Pagado', mode: 'test' })
    expect(online()).toMatchObject({ value: { order: { mode: 'test' } } })
  })

  it('live without an account', () => {
    ;(city.desk.documents as Map<unknown, unknown>).delete(keys.paymentAccount(OWNER))
    expect(atDesk()).toMatchObject({ status: 'Pagado', mode: 'live' })
  })

  it('live for good from its first live order: then test money buys nothing, and the desk continues', () => {
    expect(online()).toMatchObject({ value: { order: { mode: 'live' } } })
    connect('test')
    expect(online()).toMatchObject({ problem: { code: 'payment.not-connected' } })
    expect(atDesk()).toMatchObject({ status: 'Pagado', mode: 'live' })
  })

  it('live once a live account comes after a test', () => {
    connect('test')
    expect(atDesk().mode).toBe('test')
    connect('live')
    expect(online()).toMatchObject({ value: { order: { mode: 'live' }, attempt: { mode: 'live' } } })
    expect(atDesk().mode).toBe('live')
  })

  it('live with all its places, whatever was taken while it was a test', () => {
    connect('test')
    for (let at = 0; at < 5; at += 1) atDesk()
    expect(online()).toMatchObject({ problem: { code: 'payment.sold-out' } })
    connect('live')
    for (let at = 0; at < 5; at += 1) expect(atDesk()).toMatchObject({ status: 'Pagado', mode: 'live' })
    expect(online()).toMatchObject({ problem: { code: 'payment.sold-out', details: { left: 0 } } })
    expect(city.stock()).toEqual({ taken: 5, sold: 5 })
  })

  it('live with a new attempt for a payer who had started one with a test account', () => {
    connect('test')
    const id = city.answer()
    const change = { purchase: { zone: 7, quanty: 1 } }
    expect(city.order(id, change)).toMatchObject({ value: { order: { mode: 'test' } } })
    connect('live')
    expect(city.order(id, change)).toMatchObject({ problem: { code: 'payment.open' } })
    city.heard(id, buildFact('closed', { reference: '1' }))
    expect(city.order(id, change)).toMatchObject({ value: { order: { mode: 'live' }, attempt: { mode: 'live' } } })
    expect(city.stock()).toEqual({ taken: 1, sold: 0 })
  })
})
