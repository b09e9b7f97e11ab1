import { expect, it } from 'vitest'
import type { Store } from '#core/ports.ts'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { put } from './store-writes.ts'

/** Part of the store's contract: finding payments by the numbers that a payer has. */
export function paymentsContract(current: () => Store): void {
  it('finds answers by the number of their order, and orders by the references of their payments', async () => {
    await put(current(), 'respuestas_formularios/b', { idPlantilla: 'g', paymentDetails: { orderId: 'K3WQ9ZT0M4XB' } })
    const answersOf = async (orderId: string) =>
      (
        await current().query({
          collection: 'respuestas_formularios',
          where: { 'paymentDetails.orderId': orderId },
          limit: 9,
        })
      ).map(({ key }) => key)
    expect(await answersOf('K3WQ9ZT0M4XB')).toEqual(['respuestas_formularios/b'])
    expect(await answersOf('K3WQ9ZT0M4X')).toEqual([])
    const order = buildOrder({ facts: [buildFact('paid', { reference: 'pi_3QabCD' })] })
    await put(current(), keys.paymentOrder(order.id), order)
    const orders = async (reference: string) =>
      (
        await current().query({
          collection: 'payOrder',
          containsAny: { field: 'listing.references', values: [reference] },
          limit: 9,
        })
      ).map(({ key }) => key)
    expect(await orders('pi_3qabcd')).toEqual([`payOrder/${order.id}`])
    await put(current(), keys.paymentOrder(order.id), { ...order, facts: [] })
    expect(await orders('pi_3qabcd')).toEqual([])
  })

  it('finds orders by the days on which their money moved', async () => {
    const back = { reference: 're_1', of: 'pi_1', amount: 1, at: '2026-11-22T02:00:00.000Z' }
    const facts = [buildFact('paid'), buildFact('refunded', back), buildFact('disputed', { day: '2026-11-25' })]
    const order = buildOrder({ facts })
    await put(current(), keys.paymentOrder(order.id), order)
    const on = async (...days: readonly string[]) => {
      const values = days.map((day) => `${order.municipality}~${day}`)
      const entries = await current().query({
        collection: 'payOrder',
        containsAny: { field: 'listing.reach', values },
        order: { field: 'createdAt', descending: false },
        limit: 9,
      })
      return entries.length
    }
    expect([await on('2026-11-20'), await on('2026-11-22', '2026-11-25'), await on('2026-11-21')]).toEqual([1, 1, 0])
  })
}
