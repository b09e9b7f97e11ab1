import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from '#core/ports.ts'
import { RESERVATION_HOURS } from '#domain/tickets/index.ts'
import type { PayerOrder } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildPayer } from '#tests/support/server/payer.ts'
import { buildPayingWorld, standInsOf, type StandInName } from '#tests/support/server/paying-world.ts'
import type { World } from '#tests/support/server/world.ts'
import { startSandbox, type Sandbox } from './start.ts'

/**
 * Payments by both providers: with lost, repeated, late or unordered webhooks, or a crash in between, each order ends
 * once.
 */
let sandbox: Sandbox
let world: World
let server: Server | undefined
const MINUTES = 60_000
const mails: string[] = []
const incidents: string[] = []
const { answered, wishOf, asked, ordered, pathOf, read, as, later } = buildPayer(() => world)
/** Dies at commit number `at` once armed, before or after the store has it, and restarts at once. */
const death: { at: number; when: 'before' | 'after'; armed: boolean } = { at: -1, when: 'before', armed: false }
function mortal(inner: Store): Store {
  const commit: Store['commit'] = async (unit) => {
    if (!death.armed || death.at-- !== 0) return inner.commit(unit)
    if (death.when === 'after') await inner.commit(unit)
    death.armed = false
    throw new Error('killed')
  }
  return { ...inner, commit }
}
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
afterAll(() => void server?.close())

describe.each<StandInName>(['stripe', 'mercado-pago'])('%s', (name) => {
  const bank = () => standInsOf(sandbox)[name].standIn
  beforeEach(async () => {
    sandbox.misbehave(undefined)
    bank().deliver('at-once')
    mails.length = incidents.length = 0
    death.armed = false
    server?.close()
    const built = await buildPayingWorld(sandbox, { mails, incidents }, name, mortal(openMemoryStore()))
    world = built.world
    server = built.server
  })

  /** Checks that all effects of an order agree. */
  async function ended(order: PayerOrder) {
    const [stored, stock] = [
      await world.store.get(keys.paymentOrder(order.id)),
      await world.store.get(keys.zoneStock(order.form, 7, 'test')),
    ]
    const seen = await (await as('sofia', 'GET', `/api/answers/${order.id}/payment`)).json()
    return {
      status: stored?.status,
      delivery: stored?.delivery,
      open: stored?.open,
      stock: [stock?.taken, stock?.sold],
      kept: (seen as { ledger: { kept: number } }).ledger.kept,
      receipts: (seen as { receipts: unknown[] }).receipts.length,
      mails: mails.length,
      incidents: incidents.length,
      back: bank().refunds(order.url?.split('/').at(-1) ?? '').length,
    }
  }
  const BOUGHT = {
    status: 'Pagado',
    delivery: 'delivered',
    open: false,
    stock: [2, 2],
    kept: 10_000,
    receipts: 1,
    mails: 1,
    incidents: 1,
    back: 0,
  }

  it('a webhook that is lost is healed after ten minutes, once', async () => {
    const { order, session } = await ordered()
    bank().deliver('lost')
    await bank().pay(session)
    expect((await ended(order)).status).toBe('Pendiente de validar')
    await later(10 * MINUTES)
    await later(10 * MINUTES)
    expect(await ended(order)).toEqual(BOUGHT)
  })

  it('what comes twice, and by the page, the webhook and the watch, has its effects once', async () => {
    const { order, session } = await ordered()
    bank().deliver('twice')
    await bank().pay(session)
    const look = () => world.ask('POST', `${pathOf(order)}/look`)
    await Promise.all([look(), look(), later(10 * MINUTES)])
    await later(60 * MINUTES)
    expect(await ended(order)).toEqual(BOUGHT)
  })

  it('a refusal that is heard after the money changes nothing', async () => {
    const { order, session } = await ordered()
    bank().deliver('kept')
    await bank().refuse(session)
    await bank().pay(session)
    await bank().release()
    await later(10 * MINUTES)
    expect(await ended(order)).toEqual(BOUGHT)
  })

  /** Its webhook is signed by this machine's clock. */
  async function lateMoney(session: string): Promise<void> {
    world.clock.now = Date.now()
    await bank().payLate(session)
    expect(bank().replies.at(-1)).toBe(200)
  }

  it('late money is delivered while there is some left', async () => {
    const { order, session } = await ordered()
    await later(61 * MINUTES)
    expect((await ended(order)).stock).toEqual([0, 0])
    await lateMoney(session)
    await later(0)
    expect(await ended(order)).toEqual(BOUGHT)
  })

  it('late money goes back at once when nothing is left, and its payer is written to', async () => {
    const { order, session } = await ordered()
    await later(61 * MINUTES)
    // Five places: two orders of two, and not enough for two more.
    await ordered()
    await ordered()
    await lateMoney(session)
    await later(0)
    await later(10 * MINUTES)
    const now = await ended(order)
    expect(now).toMatchObject({ status: 'Pagado', delivery: 'sold-out', kept: 0, receipts: 0, incidents: 0, back: 1 })
    expect([now.stock, now.mails, now.open]).toEqual([[4, 0], 2, false])
  })

  it.each([
    ['before', 0],
    ['after', 0],
    ['before', 1],
    ['after', 1],
  ] as const)('a server that dies %s its commit %i of an order has begun one attempt', async (when, at) => {
    const wish = wishOf(await answered())
    Object.assign(death, { when, at, armed: true })
    await asked(wish).then((response) => expect(response.status).toBe(500), String)
    const reply = await asked(wish)
    expect([reply.status, death.armed]).toEqual([200, false])
    const order = (await reply.json()) as PayerOrder
    expect((await world.store.get(keys.paymentOrder(order.id)))?.attempts.length).toBe(1)
    await bank().pay(order.url?.split('/').at(-1) ?? '')
    await later(10 * MINUTES)
    expect(await ended(order)).toEqual(BOUGHT)
  })

  it.each([
    ['before', 0],
    ['after', 0],
    ['before', 1],
    ['after', 2],
    ['before', 3],
    ['after', 4],
  ] as const)('a server that dies %s its commit %i after the money has come ends the order once', async (when, at) => {
    const { order, session } = await ordered()
    Object.assign(death, { when, at, armed: true })
    await bank().pay(session)
    for (let round = 0; round < 4; round += 1) await later(10 * MINUTES).catch(String)
    expect(await ended(order)).toEqual(BOUGHT)
  })

  it.each(['before', 'after'] as const)(
    'a server that dies %s the commit of a refund gives back once',
    async (when) => {
      const { order, session } = await ordered()
      await bank().pay(session)
      await later(0)
      const refund = { id: 'M'.repeat(26), amount: 4_000, reason: 'Lluvia' }
      const ask = () => as('sofia', 'POST', `/api/answers/${order.id}/payment/refunds`, refund)
      expect((await ask()).status).toBe(200)
      // The provider has accepted it, and the reply is lost.
      bank().deliver('lost')
      Object.assign(death, { when, at: 1, armed: true })
      for (let round = 0; round < 4; round += 1) await later(10 * MINUTES).catch(String)
      expect((await ask()).status).toBe(200)
      await later(60 * MINUTES)
      expect(await ended(order)).toMatchObject({ kept: 6_000, receipts: 2, mails: 2, back: 1, open: false })
    },
  )

  it('what staff validate waits for them, is paid by its e-mail’s page, and ends automatically', async () => {
    const form = { ...buildTicketForm({}, { validated: true }), timeStamp: world.clock.now } as never
    await world.put(keys.template(buildTicketForm().id), form)
    const [one, other] = [await ordered(), await ordered()]
    expect([one.order.url, (await ended(one.order)).stock]).toEqual([undefined, [4, 0]])
    expect((await as('sofia', 'POST', `/api/answers/${one.of.answer}/payment/validation`)).status).toBe(200)
    await later(20 * 60 * MINUTES)
    expect(mails).toHaveLength(1)
    const { answer } = one.of
    const again = await asked({
      ...wishOf(one.of),
      proof: undefined,
      answer,
      orderId: one.order.orderId,
      payer: await payerOf(answer),
    })
    const { url } = (await again.json()) as PayerOrder
    await bank().pay(url?.split('/').at(-1) ?? '')
    await later(RESERVATION_HOURS.staff * 60 * MINUTES)
    expect(await read(one.order)).toMatchObject({ status: 'Pagado' })
    expect([(await read(other.order)).status, (await ended(other.order)).stock, mails.length]).toEqual([
      'Rechazado',
      [2, 2],
      3,
    ])
  })

  async function payerOf(answer: PayerOrder['id']) {
    const stored = await world.store.get(keys.paymentOrder(answer))
    return { fullName: stored?.fullName, dni: stored?.dni, phone: '', email: stored?.email }
  }
})
