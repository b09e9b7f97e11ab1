import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { exportedOrdersPageSchema, ordersPageSchema } from '#domain/payments/index.ts'
import { generateAnswerId, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'
import { listMunicipalityOrders } from './list-orders.ts'

/* sofia supervises the municipality, uma another one; pablo and ines inspect in the area of the answers. */
let world: World
let template: Answer
let seed = 0

/** An answer with its order, one hour older for each. */
async function put(change: Readonly<Record<string, unknown>> = {}, answer: Readonly<Record<string, unknown>> = {}) {
  seed += 1
  const id = generateAnswerId(bytesFor(9000 + seed))
  const orderId = `K3WQ9ZT0M${String(100 + seed)}`
  const areas = [change['area'] ?? AREA]
  const codigoMunicipio = `VSE-2026-${900 + seed}`
  const stored = { ...template, id, codigoMunicipio, areas, paymentDetails: { orderId }, ...answer }
  await world.put(keys.answer(id), stored as unknown as Answer)
  const createdAt = toInstant(Date.parse(NOW) - seed * 3_600_000)
  await world.put(keys.paymentOrder(id), buildOrder({ id, orderId, createdAt, formTitle: 'Feria', ...change }))
  return { id, orderId, codigoMunicipio }
}

const OF = `municipality=${encodeURIComponent(MUNICIPALITY)}`
async function list(who: string, query = '') {
  const response = await world.ask('GET', `/api/payments/orders?${OF}${query}`, { cookie: await world.signIn(who) })
  return { status: response.status, body: (await response.json()) as unknown }
}
async function page(who: string, query = '') {
  const { status, body } = await list(who, query)
  expect(status).toBe(200)
  return ordersPageSchema.parse(body)
}
const ids = async (who: string, query = '') => (await page(who, query)).orders.map(({ id }) => id)

let cash: Awaited<ReturnType<typeof put>>
let card: typeof cash
let unpaid: typeof cash
let there2: typeof cash
let abroad: typeof cash
beforeAll(async () => {
  world = await buildWorld()
  template = there(await world.store.get(keys.answer((await answerFrom(world, 'ines', 1)) as AnswerId)))
  const desk = buildFact('paid', {
    provider: 'desk',
    reference: 'M0001',
    method: 'cash',
    tendered: 12_000,
    voucher: '0042-7',
    by: 'sofia',
  })
  // 100.00 paid for 70.00: 30.00 of the refunded 50.00 were surplus.
  const back = buildFact('refunded', { provider: 'desk', reference: 'M0002', of: 'M0001', amount: 5_000 })
  // 900.00 paid twice and refunded once.
  const twice = ['pi_3QabCD77', 'pi_3QabCD78'].map((reference) => buildFact('paid', { reference, amount: 90_000 }))
  const once = buildFact('refunded', { reference: 're_1', of: 'pi_3QabCD78', amount: 90_000 })
  cash = await put({ status: 'Pagado', fullName: 'Bruno Díaz', dni: '22.333.444', facts: [desk, back], amount: 7_000 })
  card = await put({ status: 'Pagado', amount: 90_000, facts: [...twice, once] })
  unpaid = await put({ form: 'nota' })
  there2 = await put({ area: OTHER_AREA })
  abroad = await put({ municipality: FOREIGN_MUNICIPALITY, area: FOREIGN_AREA })
})

describe('the orders of a municipality', () => {
  it('are listed newest first, with payer, state, method and cashier', async () => {
    const { orders } = await page('sofia')
    expect(orders.map(({ id }) => id)).toEqual([cash.id, card.id, unpaid.id, there2.id])
    expect(orders[0]).toMatchObject({
      orderId: cash.orderId,
      code: cash.codigoMunicipio,
      fullName: 'Bruno Díaz',
      dni: '22.333.444',
      title: 'Feria',
      amount: 7_000,
      state: 'refunded-part',
      method: 'cash',
      cashier: expect.stringMatching(/\w/),
      tendered: 12_000,
      voucher: '0042-7',
      at: '2026-11-20T14:30:00.000Z',
    })
    expect(orders[1]).toMatchObject({ method: 'stripe', cashier: '', state: 'paid', amount: 90_000 })
    expect(orders[2]).toMatchObject({ method: null, state: 'pending' })
    expect(orders.map(({ refunded }) => refunded)).toEqual([2_000, undefined, undefined, undefined])
  })

  it('are found by number, payer, ID number, reference, amount and answer code, by one text', async () => {
    const { orderId, codigoMunicipio } = card
    for (const [typed, found] of [
      [orderId, card],
      ['bruno diaz', cash],
      ['22333444', cash],
      ['pi_3QabCD77', card],
      ['00427', cash],
      ['0042-7', cash],
      [codigoMunicipio, card],
      [codigoMunicipio.toLowerCase(), card],
      ['$ 900,00', card],
    ] as const)
      expect([typed, await ids('sofia', `&search=${encodeURIComponent(typed)}`)]).toEqual([typed, [found.id]])
    expect(await ids('sofia', '&search=Nadie')).toEqual([])
    expect((await page('sofia', '&search=Nadie')).unpaidAnswers).toBeUndefined()
    expect(await ids('sofia', `&search=${orderId}&state=pending`)).toEqual([])
  })

  it('lead to an answer with the searched code that has no order, if it takes payments and may be read', async () => {
    const store = async (change: object) => {
      seed += 1
      const id = generateAnswerId(bytesFor(9000 + seed))
      const codigoMunicipio = `VSE-2026-${900 + seed}`
      const opcionales = { ...template.opcionales, addPaymentGateway: true }
      await world.put(keys.answer(id), { ...template, id, codigoMunicipio, opcionales, ...change } as unknown as Answer)
      return { id, codigoMunicipio }
    }
    const read = async (who: string, { codigoMunicipio }: { readonly codigoMunicipio: string }) =>
      (await page(who, `&search=${codigoMunicipio.toLowerCase()}`)).unpaidAnswers
    const waiting = await store({})
    expect(await read('sofia', waiting)).toEqual([{ id: waiting.id, code: waiting.codigoMunicipio }])
    for (const change of [{ opcionales: template.opcionales }, { areas: [FOREIGN_AREA] }])
      expect(await read('sofia', await store(change))).toBeUndefined()
  })

  it('are filtered by state, method, form and date, and sorted by date or amount', async () => {
    expect(await ids('sofia', '&state=paid')).toEqual([card.id])
    expect(await ids('sofia', '&state=refunded-part')).toEqual([cash.id])
    expect(await ids('sofia', '&method=cash')).toEqual([cash.id])
    expect(await ids('sofia', '&form=nota')).toEqual([unpaid.id])
    expect(await ids('sofia', '&from=2026-11-20T13:00:00.000Z&to=2026-11-20T14:00:00.000Z')).toEqual([card.id])
    expect(await ids('sofia', `&search=${card.orderId}&to=2026-11-20T13:00:00.000Z`)).toEqual([])
    expect(await ids('sofia', '&sort=oldest')).toEqual([there2.id, unpaid.id, card.id, cash.id])
    expect(await ids('sofia', '&sort=highest')).toEqual([card.id, unpaid.id, there2.id, cash.id])
    expect(await ids('sofia', '&sort=lowest')).toEqual([cash.id, unpaid.id, there2.id, card.id])
  })

  it('are turned page by page, and say up to where they were read', async () => {
    const user = there(await world.store.get(keys.user('sofia' as never)))
    const place = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    const read = (query: object, sizes: object) =>
      listMunicipalityOrders(world.store, { user, place }, { municipality: place.path, ...query }, sizes)
    const numbers = (orders: Awaited<ReturnType<typeof read>>) => orders.orders.map(({ id }) => id)
    const first = await read({}, { size: 2 })
    const second = await read({ after: first.next }, { size: 2 })
    expect([numbers(first), numbers(second), second.next]).toEqual([
      [cash.id, card.id],
      [unpaid.id, there2.id],
      undefined,
    ])
    expect(numbers(await read({ before: second.previous }, { size: 2 }))).toEqual([cash.id, card.id])
    const highest = await read({ sort: 'highest' }, { size: 2 })
    expect([numbers(highest), highest.next, highest.previous]).toEqual([[card.id, unpaid.id], '2', undefined])
    const lower = await read({ sort: 'highest', after: '2' }, { size: 2 })
    expect([numbers(lower), lower.next, lower.previous]).toEqual([[there2.id, cash.id], undefined, '0'])
    const cut = await read({ sort: 'highest' }, { size: 1, max: 2 })
    expect([numbers(cut), cut.lookedUpTo]).toEqual([[card.id], '2026-11-20T13:30:00.000Z'])
    const sought = await read({ search: 'Nadie' }, { size: 1, max: 2 })
    expect([numbers(sought), sought.lookedUpTo]).toEqual([[], '2026-11-20T13:30:00.000Z'])
  })

  it('are exported with an entry in the audit log, which names how many', async () => {
    const response = await world.ask('POST', '/api/payments/orders/export', {
      cookie: await world.signIn('sofia'),
      body: { sought: { municipality: MUNICIPALITY, form: 'comercios' } },
    })
    const { orders } = exportedOrdersPageSchema.parse(await response.json())
    expect(orders.map(({ id, refunded }) => [id, refunded])).toEqual([
      [cash.id, 2_000],
      [card.id, undefined],
      [there2.id, undefined],
    ])
    const entries = await world.store.query({ collection: 'audit', where: { action: 'payment.exported' }, limit: 5 })
    expect(entries.map(({ document }) => document)).toMatchObject([{ by: 'sofia', details: { orders: 3 } }])
  })
})

describe('the orders are refused', () => {
  it.each(['ines', 'pablo', 'olga', 'carla', 'gil'])('to %s, who takes no payments', async (who) => {
    expect((await list(who)).status).toBe(403)
  })

  it('to a supervisor of another municipality, who lists only its own', async () => {
    expect((await list('uma')).status).toBe(404)
    const own = `/api/payments/orders?municipality=${encodeURIComponent(FOREIGN_MUNICIPALITY)}`
    const response = await world.ask('GET', own, { cookie: await world.signIn('uma') })
    expect(ordersPageSchema.parse(await response.json()).orders.map(({ id }) => id)).toEqual([abroad.id])
    expect(await ids('sofia', `&search=${abroad.orderId}`)).toEqual([])
    // Administrators may read it, but not as an order of this municipality.
    expect(await ids('ada', `&search=${abroad.orderId}`)).toEqual([])
  })

  it('to a supervisor of one area for those of another, also by number', async () => {
    const sofia = there(await world.store.get(keys.user('sofia' as never)))
    await world.put(keys.user('sofia' as never), { ...sofia, roles: ['ROLE_SUPERVISOR'], areas: [AREA] })
    expect(await ids('sofia')).toEqual([cash.id, card.id, unpaid.id])
    expect(await ids('sofia', `&search=${there2.orderId}`)).toEqual([])
    const moved = there(await world.store.get(keys.answer(unpaid.id)))
    await world.put(keys.answer(unpaid.id), { ...moved, areas: [OTHER_AREA] })
    expect(await ids('sofia')).toEqual([cash.id, card.id])
    await world.put(keys.answer(unpaid.id), moved)
    await world.put(keys.user('sofia' as never), sofia)
  })

  it('without a session, to citizens and with a token of another system', async () => {
    for (const headers of [{}, { authorization: 'Bearer r1t_0123456789' }, { cookie: 'citizen=1' }])
      expect((await world.ask('GET', `/api/payments/orders?${OF}`, { headers })).status).toBe(401)
  })

  it.each(['&state=none', '&method=gold', '&from=yesterday', '&sort=size', '&other=1', `&search=${'9'.repeat(201)}`])(
    'with the query %s',
    async (query) => {
      expect((await list('sofia', query)).status).toBe(400)
    },
  )

  it('never with a fault for a cursor that no page gave', async () => {
    for (const cursor of ['x', '-1', '\u{10ffff}', '1e99'])
      for (const sort of ['newest', 'highest'])
        expect((await list('sofia', `&sort=${sort}&after=${encodeURIComponent(cursor)}`)).status).toBe(200)
  })
})
