import { beforeAll, describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

/** The first answer of `answerFrom`. */
const { id: proof, answer } = buildPlainSubmit(1)
const ORDER = { id: answer, orderId: 'K3WQ9ZT0M4XB' }

describe('whether an answer is paid', () => {
  let world: World
  const own = async (body: object) => {
    const response = await world.ask('POST', '/api/payments/own', { body })
    return [response.status, await response.json()]
  }
  beforeAll(async () => {
    world = await buildWorld()
    await answerFrom(world, 'ines', 1)
  })

  it('is known to the device that sent it: not without an order, nor while the order is open', async () => {
    expect(await own({ answer, proof })).toEqual([200, { orderId: null }])
    await world.put(keys.paymentOrder(answer), buildOrder(ORDER))
    expect(await own({ answer, proof })).toEqual([200, { orderId: null }])
    const paid = buildOrder({ ...ORDER, status: 'Pagado', delivery: 'delivered', facts: [buildFact('paid')] })
    await world.put(keys.paymentOrder(answer), paid)
    expect(await own({ answer, proof })).toEqual([200, { orderId: 'K3WQ9ZT0M4XB' }])
  })

  it('says whether no payment was required', async () => {
    const facts = [buildFact('waived', { attempt: 0, reference: '', amount: 0 })]
    const free = buildOrder({ ...ORDER, status: 'Pagado', delivery: 'delivered', amount: 0, attempts: [], facts })
    await world.put(keys.paymentOrder(answer), free)
    expect(await own({ answer, proof })).toEqual([200, { orderId: 'K3WQ9ZT0M4XB', isFree: true }])
  })

  it('is not known to others', async () => {
    const missing = [404, { error: { code: 'payment.missing' } }]
    expect(await own({ answer, proof: buildPlainSubmit(2).id })).toMatchObject(missing)
    expect(await own({ answer: buildPlainSubmit(2).answer, proof })).toMatchObject(missing)
  })
})
