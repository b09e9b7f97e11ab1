import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, paidAnswersSchema } from '#domain/answers/index.ts'
import { generateAnswerId, templateIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

/* pablo has the area of the answers, olga another area, uma another municipality; carla sees only her own answers. */
describe('the search for a payment', () => {
  let world: World
  let template: Answer
  let seed = 7000

  /** An answer to a form of its own, which is in no list on this device. */
  async function paid(orderId: string, reference: string, change: Readonly<Record<string, unknown>> = {}) {
    const id = generateAnswerId(bytesFor((seed += 1)))
    const idPlantilla = templateIdSchema.parse(`form-${seed}`)
    const document = { ...template, id, idPlantilla, titulo: 'Multas', paymentDetails: { orderId }, ...change }
    await world.put(keys.answer(id), document as unknown as Answer)
    await world.put(keys.paymentOrder(id), buildOrder({ id, orderId, facts: [buildFact('paid', { reference })] }))
    return id
  }
  const find = async (who: string, number: string) => {
    const path = `/api/paid-answers?number=${encodeURIComponent(number)}`
    const response = await world.ask('GET', path, { cookie: await world.signIn(who) })
    expect(response.status).toBe(200)
    return paidAnswersSchema.parse(await response.json()).answers
  }
  const ids = async (who: string, number: string) => (await find(who, number)).map(({ id }) => id)

  beforeAll(async () => {
    world = await buildWorld()
    template = there(await world.store.get(keys.answer((await answerFrom(world, 'ines', 1)) as AnswerId)))
  })

  it('finds the answer by order number and by payment reference, however they are typed, in any form', async () => {
    const id = await paid('K3WQ9ZT0M4XB', 'pi_3Qabcdefghijklmnopqrstuvw9')
    await paid('ZZZZ9ZT0M4XB', 'pi_other1')
    for (const typed of [
      'K3WQ9ZT0M4XB',
      'k3wq 9zt0 m4xb',
      'pi_3Qabcdefghijklmnopqrstuvw9',
      'PI_3QABCDEFGHIJKLMNOPQRST UVW9',
    ])
      expect([typed, await ids('pablo', typed)]).toEqual([typed, [id]])
    expect(await find('pablo', 'K3WQ9ZT0M4XB')).toMatchObject([{ id, titulo: 'Multas', template: `form-${seed - 1}` }])
    for (const typed of ['K3WQ9ZT0M4X', 'pi_3Q', 'Multas', 'K3WQ9ZT0M4XC'])
      expect([typed, await ids('pablo', typed)]).toEqual([typed, []])
  })

  it('finds nothing in another area, in another municipality, or of others for those who see only their own', async () => {
    const number = 'A3WQ9ZT0M4XB'
    const id = await paid(number, 'pi_area77')
    for (const typed of [number, 'pi_area77'])
      expect([
        await ids('pablo', typed),
        await ids('olga', typed),
        await ids('uma', typed),
        await ids('carla', typed),
      ]).toEqual([[id], [], [], []])
    const elsewhere = await paid('B3WQ9ZT0M4XB', 'pi_area78', { areas: [OTHER_AREA] })
    const abroad = await paid('C3WQ9ZT0M4XB', 'pi_area79', { areas: [FOREIGN_AREA] })
    expect([await ids('pablo', 'B3WQ9ZT0M4XB'), await ids('olga', 'pi_area78')]).toEqual([[], [elsewhere]])
    expect([await ids('pablo', 'C3WQ9ZT0M4XB'), await ids('uma', 'pi_area79')]).toEqual([[], [abroad]])
    const own = await paid('D3WQ9ZT0M4XB', 'pi_area80', { authorId: 'carla', areas: [AREA] })
    expect(await ids('carla', 'pi_area80')).toEqual([own])
  })

  it('goes by the answer as it is now: one that moved to another area is found there', async () => {
    const id = await paid('E3WQ9ZT0M4XB', 'pi_moved1')
    const stored = there(await world.store.get(keys.answer(id)))
    await world.put(keys.answer(id), { ...stored, areas: [OTHER_AREA] })
    expect([await ids('pablo', 'pi_moved1'), await ids('olga', 'pi_moved1')]).toEqual([[], [id]])
  })

  it('refuses an empty number, one that is too long, and parameters that it does not know', async () => {
    const cookie = await world.signIn('pablo')
    for (const query of ['', 'number=', `number=${'9'.repeat(201)}`, 'number=123456&form=nota'])
      expect((await world.ask('GET', `/api/paid-answers?${query}`, { cookie })).status, query).toBe(400)
  })
})
