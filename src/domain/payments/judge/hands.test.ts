import { beforeEach, describe, expect, it } from 'vitest'
import { deskPaymentSchema } from '../index.ts'
import { keys, type Key } from '../../store/index.ts'
import { buildPaying, closed, paid, STEPPING, type Paying } from '#tests/support/builders/paying.ts'
import type { BucketLevel } from '../../limits/judge.ts'
import type { HoldBucket } from './hands.ts'
import { openOrderUnit } from './order-unit.ts'

/** The number of unpaid places that one network holds. */
let city: Paying
const BUCKET: Key<BucketLevel> = 'throttles/places~ab12'
const HANDS: readonly HoldBucket[] = [{ key: BUCKET, burst: 4, interval: 600_000 }]
const held = () => (city.desk.documents.get(BUCKET) as BucketLevel | undefined)?.count ?? 0
const order = (id = city.answer(), quanty = 2) => {
  const wish = city.wishOf(id, { purchase: { zone: 2, quanty } })
  return {
    id,
    result: city.desk.commit(
      openOrderUnit(
        { by: 'provider', wish, limits: { held: HANDS, free: [], emails: [], recipient: [] } },
        'K3WQ9ZT0M4XB',
        STEPPING,
      ),
    ),
  }
}
beforeEach(() => {
  city = buildPaying()
})

describe('places in unpaid orders of a network', () => {
  it('are as many as it may have, and no order beyond', () => {
    expect([order().result.ok, order().result.ok, held()]).toEqual([true, true, 4])
    const { id, result } = order()
    expect(result).toMatchObject({ problem: { code: 'request.too-many', details: { seconds: 600 } } })
    expect([city.desk.documents.get(keys.paymentOrder(id)), city.stock(2)?.taken]).toEqual([undefined, 4])
  })

  it('are counted once, however often the same is asked for', () => {
    const { id } = order()
    expect([order(id).result.ok, held()]).toEqual([true, 2])
  })

  it('count no more when they are paid, once, whatever is heard twice', () => {
    const [one] = [order(), order()]
    const fact = paid('pi_1', { amount: 4_000 })
    city.heard(one.id, fact)
    city.heard(one.id, fact, closed())
    expect([held(), order().result.ok]).toEqual([2, true])
  })

  it('count no more when they are free again, and again when another attempt takes them', () => {
    const { id } = order()
    city.heard(id, closed())
    expect(held()).toBe(0)
    expect([order(id).result.ok, held()]).toEqual([true, 2])
  })

  it('are none over the desk, and of what is no place', () => {
    const id = city.answer()
    const { payer, purchase } = city.wishOf(id)
    const wish = deskPaymentSchema.parse({ id: 'M'.repeat(26), payer, purchase, amount: 10_000 })
    city.desk.commit(openOrderUnit({ by: 'desk', cashier: 'ada' as never, answer: id, wish }, 'K3WQ9ZT0M4XB', STEPPING))
    expect(held()).toBe(0)
  })
})
