import { beforeEach, describe, expect, it } from 'vitest'
import { type Ticket, doorKnowledgeSchema } from '#domain/tickets/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, OWNER } from '#tests/support/builders/paying.ts'
import { buy, putEvent } from '#tests/support/server/event-world.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

let world: World
beforeEach(async () => {
  world = await buildWorld()
  await putEvent(world)
})

async function shownAtDoor({ id, form }: Ticket) {
  const device = '00000000000000000000000001'
  const ask = { id: `${device}~1`, ticket: id, at: world.clock.now, direction: 'entry' }
  const body = { device, door: 'Norte', scans: [], ask }
  const cookie = await world.signIn('ines')
  const reply = await world.ask('POST', `/api/doors/${form}/sync`, { cookie, body })
  const { event, verdict } = doorKnowledgeSchema.parse(await reply.json())
  return [event.isTest, verdict]
}

describe('the door of a sale', () => {
  it('lets live tickets in whatever account is connected later', async () => {
    const [live] = (await buy(world, 1, {})) as [Ticket]
    await world.put(keys.liveSale(live.form), { count: 1 })
    await world.put(keys.paymentAccount(OWNER), buildAccount({ mode: 'test' }))
    expect(await shownAtDoor(live)).toMatchObject([false, { kind: 'admitted' }])
  })

  it('lets test tickets in while the sale is a test', async () => {
    const [test] = (await buy(world, 1, { mode: 'test' })) as [Ticket]
    await world.put(keys.paymentAccount(OWNER), buildAccount({ mode: 'test' }))
    expect(await shownAtDoor(test)).toMatchObject([true, { kind: 'admitted' }])
  })
})
