import { describe, expect, it } from 'vitest'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

describe('the page of an order', () => {
  it.each([
    ['pago-exitoso', { status: 'Pagado', delivery: 'delivered', facts: [buildFact('paid')] }],
    ['pago-denegado', { status: 'Rechazado', facts: [buildFact('refused'), buildFact('closed', { reference: '1' })] }],
  ])('%s shows the code of the answer, by which the desk finds it', async (page, change) => {
    const world = await buildWorld()
    const id = (await answerFrom(world, 'ines', 1)) as AnswerId
    const { codigoMunicipio } = there(await world.store.get(keys.answer(id)))
    await world.put(keys.paymentOrder(id), buildOrder({ id, ...change }))
    const response = await world.ask('GET', `/${page}/K3WQ9ZT0M4XB/${id}?lang=es`)
    expect(await response.text()).toContain(`<dt>Código de su respuesta</dt><dd><code>${codigoMunicipio}</code></dd>`)
  })
})
