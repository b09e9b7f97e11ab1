import { beforeEach, describe, expect, it } from 'vitest'
import { type Ticket, doorDataSchema } from '#domain/tickets/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, OWNER } from '#tests/support/builders/paying.ts'
import { buy, putEvent } from '#tests/support/server/event-world.ts'
import { there } from '#tests/support/there.ts'
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
  const { event, verdict } = doorDataSchema.parse(await reply.json())
  return [event.isTest, verdict]
}

it('of a cancelled event closes in the words of earlier pages, and refuses with a reason that they know', async () => {
  const [ticket] = (await buy(world, 1, {})) as [Ticket]
  const form = there(await world.store.get(keys.template(ticket.form)))
  const cancelled = toInstant(world.clock.now - 1)
  await world.put(keys.template(form.id), { ...form, ticketSale: { ...there(form.ticketSale), cancelled } })
  const refused = { kind: 'refused', why: 'door-closed' }
  expect(await shownAtDoor(ticket)).toEqual([false, refused])
  const cookie = await world.signIn('ines')
  const body = { device: '00000000000000000000000002', door: 'Sur', scans: [] }
  const reply = await world.ask('POST', `/api/doors/${form.id}/sync`, { cookie, body })
  const { event, scans } = doorDataSchema.parse(await reply.json())
  expect([event.isCancelled, event.closes]).toEqual([true, world.clock.now - 1])
  expect(scans).toMatchObject([{ ticket: ticket.id, isAdmitted: false, why: 'door-closed' }])
})

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
