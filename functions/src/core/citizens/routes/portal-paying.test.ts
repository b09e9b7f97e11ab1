import { beforeEach, expect, it } from 'vitest'
import { paymentEntrySchema } from '#domain/payments/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { ownAnswerSchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import { there } from '#tests/support/there.ts'
import {
  ANA,
  answered,
  buildPortalWorld,
  DAY,
  EVA,
  type Entered,
  type PortalWorld,
} from '#tests/support/server/portal-world.ts'
import { mayPayForAnswer } from '../../payments/payer/find-order.ts'
import { toInstant } from '#domain/kernel/index.ts'

let world: PortalWorld
beforeEach(async () => {
  world = await buildPortalWorld()
})

/** An unpaid answer of Ana's. */
async function unpaid() {
  const { entered, submit } = await answered(world)
  await change(submit.answer, (answer) => ({
    ...answer,
    opcionales: { ...answer.opcionales, addPaymentGateway: true },
  }))
  return { entered, answer: submit.answer }
}
async function change(id: Answer['id'], to: (answer: Answer) => Answer): Promise<void> {
  await world.put(keys.answer(id), to(there(await world.store.get(keys.answer(id)))))
}
async function own(entered: Entered, id: string) {
  const reply = await world.as(entered, 'GET', `/api/citizen/answers/${id}`)
  return ownAnswerSchema.parse(await reply.json())
}
const proofOf = ({ pay }: { readonly pay: Awaited<ReturnType<typeof own>>['pay'] }): string =>
  pay !== null && 'proof' in pay ? pay.proof : ''

it('gives the citizen of an unpaid answer the way to pay for it, and for no other, for a day', async () => {
  const { entered, answer } = await unpaid()
  const proof = proofOf(await own(entered, answer))
  const may = (id: string, at = world.clock.now, shown = proof): Promise<boolean> =>
    mayPayForAnswer(world.store, { answer: answerIdSchema.parse(id), proof: shown }, toInstant(at))
  expect(await may(answer)).toBe(true)
  expect(await may('0000000000000000000000000Z')).toBe(false)
  expect(await may(answer, world.clock.now + DAY + 1)).toBe(false)
  expect(
    await may(
      answer,
      world.clock.now,
      proof.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).toBe(false)
  const eva = await world.enter(EVA, { token: 'evas' })
  expect((await world.as(eva, 'GET', `/api/citizen/answers/${answer}`)).status).toBe(404)
})

it('says that a paid answer is paid, and nothing of who paid', async () => {
  const { entered, answer } = await unpaid()
  const payOrder = {
    orderId: 'o1',
    id: answer,
    status: 'Pagado',
    amount: 1000,
    fullName: 'Otra Persona',
    dni: '20999888',
    phone: '351555',
    email: 'otra@example.org',
    form: 'luces',
  }
  const entry = paymentEntrySchema.parse({
    name: 'Entrada',
    dateFormatted: '26/11/2026 10:00',
    payOrder,
    currencyType: { sign: '$', name: 'ARS' },
  })
  await change(answer, (one) => ({ ...one, payments: [entry] }))
  const ownAnswer = await own(entered, answer)
  expect(ownAnswer.pay).toBeNull()
  expect(ownAnswer.answer.payments.map((one) => one.payOrder.status)).toEqual(['Pagado'])
  expect(JSON.stringify(ownAnswer)).not.toMatch(/Otra Persona|20999888|351555|otra@example/)
})

it('asks nothing for an answer that costs nothing', async () => {
  const { entered, submit } = await answered(world, ANA)
  expect((await own(entered, submit.answer)).pay).toBeNull()
})
