import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSupportedJobs } from '#core/jobs/handlers.ts'
import { pollDueOrders } from '#core/payments/poll-orders.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPayer } from '#tests/support/server/payer.ts'
import { buildPayingWorld, standInsOf, type StandInName } from '#tests/support/server/paying-world.ts'
import type { World } from '#tests/support/server/world.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** Payments whose webhooks are all lost, and webhooks of events on the provider's own pages. */
let sandbox: Sandbox
let world: World
let server: Server | undefined
const HOUR = 3_600_000
const DAY = 24 * HOUR
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(async () => {
  server?.close()
  await sandbox.close()
})

const { ordered, as, later } = buildPayer(() => world)

describe.each<StandInName>(['stripe', 'mercado-pago'])('%s', (name) => {
  const bank = () => standInsOf(sandbox)[name].standIn
  beforeEach(async () => {
    sandbox.misbehave(undefined)
    server?.close()
    const built = await buildPayingWorld(sandbox, { mails: [], incidents: [] }, name)
    world = built.world
    server = built.server
    bank().deliver('at-once')
  })

  /** A paid order without further webhooks. */
  async function paid() {
    const { order, session } = await ordered()
    await bank().pay(session)
    bank().deliver('lost')
    return { id: order.id, session }
  }
  const stored = async (id: PaymentOrder['id']) => (await world.store.get(keys.paymentOrder(id))) as PaymentOrder
  const news = async (id: PaymentOrder['id']) =>
    (await stored(id)).facts
      .filter(({ kind }) => kind !== 'opened' && kind !== 'paid')
      .map(({ kind, amount, dispute }) => [kind, amount, ...(dispute === undefined ? [] : [dispute])].join(' '))
  const lookAfter = async (milliseconds: number) => {
    world.clock.now += milliseconds
    return pollDueOrders(world.ports, findSupportedJobs(world.ports.connectors))
  }
  const ask = (who: string, id: PaymentOrder['id']) => as(who, 'POST', `/api/answers/${id}/payment/look`)

  it('is asked again about money that came, at a falling pace for 180 days', async () => {
    await paid()
    const looks: number[] = []
    for (let hour = 0; hour < 190 * 24; hour += 1) if ((await lookAfter(HOUR)) > 0) looks.push(hour + 1)
    const planned = [1, 6, 24, 72, 168, 336, 720, 1_440, 2_160, 2_880, 3_600, 4_320]
    // Its clock has whole seconds, and ours has advanced since.
    expect(looks.length).toBe(planned.length)
    for (const [at, hour] of looks.entries()) expect(Math.abs(hour - (planned[at] ?? 0))).toBeLessThanOrEqual(1)
  })

  it('says of a refund made there, and of one that fails later', async () => {
    const { id, session } = await paid()
    await bank().refund(session, 4_000)
    expect(await news(id)).toEqual([])
    await lookAfter(HOUR)
    expect(await news(id)).toEqual(['refunded 4000'])
    await bank().failRefund(session)
    await lookAfter(DAY)
    expect(await news(id)).toEqual(['refunded 4000', 'refund-failed 4000'])
  })

  it.each(['won', 'lost'] as const)('says of a dispute that is %s', async (end) => {
    const { id, session } = await paid()
    await bank().dispute(session, 'open')
    await lookAfter(HOUR)
    expect(await news(id)).toEqual(['disputed 10000 open'])
    const waiting = (await (await as('sofia', 'GET', '/api/decisions')).json()) as object
    expect(JSON.stringify(waiting)).toContain(id)
    await bank().dispute(session, end)
    await lookAfter(DAY)
    expect(await news(id)).toEqual(['disputed 10000 open', `disputed 10000 ${end}`])
  })

  it('says of a dispute and of a refund that failed by its webhooks', async () => {
    const { order, session } = await ordered()
    await bank().pay(session)
    await bank().refund(session, 4_000)
    await bank().failRefund(session)
    await bank().dispute(session, 'open')
    expect(await news(order.id)).toEqual(['refunded 4000', 'refund-failed 4000', 'disputed 10000 open'])
  })

  it('is asked by staff, who need the right to record payments', async () => {
    const { id, session } = await paid()
    await bank().dispute(session, 'open')
    expect((await ask('ines', id)).status).toBe(403)
    expect(await news(id)).toEqual([])
    const asked = await ask('sofia', id)
    expect([asked.status, await asked.json()]).toMatchObject([200, { ledger: { disputed: 10_000, free: 0 } }])
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) statuses.push((await ask('sofia', id)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('that cannot be asked is asked again in an hour', async () => {
    const { id } = await paid()
    sandbox.misbehave('failing')
    await lookAfter(HOUR + 1_000)
    sandbox.misbehave(undefined)
    const { lookAt } = await stored(id)
    expect(Date.parse(lookAt ?? '') - world.clock.now).toBe(HOUR)
  })

  it('is asked about orders that were stored before there were looks', async () => {
    const { id, session } = await paid()
    const { lookAt: _, ...before } = await stored(id)
    await world.put(keys.paymentOrder(id), before)
    await bank().refund(session, 1_000)
    await lookAfter(DAY)
    expect(await news(id)).toEqual(['refunded 1000'])
    expect((await stored(id)).lookAt).not.toBeUndefined()
  })

  it('ends a refund whose money a dispute took, so that it can be given back once the dispute is won', async () => {
    const { id, session } = await paid()
    const wish = { id: 'M'.repeat(26), amount: 1_000, reason: 'Lluvia' }
    expect((await as('sofia', 'POST', `/api/answers/${id}/payment/refunds`, wish)).status).toBe(200)
    for (const status of ['open', 'lost'] as const) {
      await bank().dispute(session, status)
      await ask('sofia', id)
      await later(HOUR)
    }
    await bank().dispute(session, 'won')
    const won = (await (await ask('sofia', id)).json()) as object
    expect(won).toMatchObject({ order: { open: false }, ledger: { asked: 0, kept: 10_000, free: 10_000 } })
    const again = { ...wish, id: 'N'.repeat(26) }
    expect((await as('sofia', 'POST', `/api/answers/${id}/payment/refunds`, again)).status).toBe(200)
  })

  it('is not asked to give back money that is disputed', async () => {
    const { id, session } = await paid()
    await bank().dispute(session, 'open')
    await ask('sofia', id)
    const wish = { id: 'M'.repeat(26), amount: 1_000, reason: 'Lluvia' }
    expect((await as('sofia', 'POST', `/api/answers/${id}/payment/refunds`, wish)).status).toBe(422)
    await bank().dispute(session, 'lost')
    await ask('sofia', id)
    const dispute = (await stored(id)).facts.find(({ kind }) => kind === 'disputed')?.reference
    const settle = { ...wish, amount: 10_000, dispute }
    expect((await as('ines', 'POST', `/api/answers/${id}/payment/refunds`, settle)).status).toBe(403)
    expect((await as('sofia', 'POST', `/api/answers/${id}/payment/refunds`, settle)).status).toBe(200)
    await later(HOUR)
    expect(bank().refunds(session)).toEqual([])
  })
})
