import { beforeEach, describe, expect, it } from 'vitest'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { buildLedger, type PaymentFact, type PaymentOrder } from '#domain/payments/index.ts'
import { endGrantsUnit, GRANT_RULES } from '#domain/sessions/judge/index.ts'
import { jobSchema } from '#domain/jobs/index.ts'
import { keys, remove } from '#domain/store/index.ts'
import { ok, refuse } from '#domain/kernel/index.ts'
import { resetJobUnit } from '#domain/jobs/judge/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { buy, putEvent } from '#tests/support/server/event-world.ts'
import { PAYMENTS } from '#tests/support/server/strangers.ts'
import { templateCalls } from '#tests/support/server/templates.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { runDueJobs } from '../jobs/run-due.ts'
import { pollDueOrders } from './poll-orders.ts'
import {
  MAX_EVENT_ORDERS_PER_RUN,
  EVENT_EMAILS_PAUSE_MS,
  queueCancellationRefunds,
  queueEventMovedEmails,
} from './visit-event-orders.ts'

const FORM = buildTicketForm({ opcionales: { publico: false, addPaymentGateway: true }, muniCore: undefined })
const JOB = `event.moved~${FORM.id}~2`
const MOVED = { eventDate: '2027-02-01T22:00:00.000Z', address: 'Club Atlético' }

let world: World
let mails: { readonly to: string; readonly text: string; readonly key: string }[]
beforeEach(async () => {
  mails = []
  const home = () => 'https://relevo.example'
  const send = async ({ to, text }: { to: { address: string }; text: string }, key: string) => {
    mails.push({ to: to.address, text, key })
    return { ok: true, value: { id: '' } }
  }
  world = await buildWorld({}, undefined, { home, mail: { home, send }, payments: PAYMENTS } as never)
  await putEvent(world)
  await world.put(keys.template(FORM.id), FORM)
})

/** Publishes the form with another sale, although it has answers. */
async function publish(sale: object) {
  await world.put(keys.templateCounter(FORM.id), { count: 1 })
  const draft = templateDraftSchema.parse({ ...FORM, ticketSale: { ...FORM.ticketSale, ...sale } })
  return templateCalls(world).save('gil', FORM.id, 1, draft)
}
async function runAll(): Promise<void> {
  while ((await runDueJobs(world.ports, world.clock.now)) > 0) world.clock.now += EVENT_EMAILS_PAUSE_MS
}

describe('publishing another date and place of an event that has answers', () => {
  it('sends each buyer one e-mail with the old and the new ones', async () => {
    await buy(world, 1)
    await buy(world, 2)
    expect(await publish(MOVED)).toMatchObject({ status: 200 })
    expect(await world.store.get(keys.job(JOB))).toMatchObject({ kind: 'event.moved', state: 'waiting' })
    await runAll()
    expect(mails.map(({ to }) => to)).toEqual(['ana@relevo.example', 'ana@relevo.example'])
    expect(new Set(mails.map(({ key }) => key)).size).toBe(2)
    for (const text of ['Antes: 10/01/2027 18:00, Teatro Municipal', 'Ahora: 01/02/2027 19:00, Club Atlético'])
      expect(mails[0]?.text).toContain(text)
    expect(await world.store.get(keys.job(JOB))).toBeUndefined()
  })

  it('sends none where neither changes', async () => {
    await buy(world, 1)
    expect(await publish({ maxPerPerson: 3 })).toMatchObject({ status: 200 })
    await runAll()
    expect(mails).toEqual([])
  })

  it('continues after a page of orders, and sends none twice where it was interrupted or is repeated', async () => {
    const orders = MAX_EVENT_ORDERS_PER_RUN + 3
    for (let number = 1; number <= orders; number += 1) await buy(world, number, { quanty: 1 })
    await publish(MOVED)
    const job = { id: JOB, payload: { form: FORM.id } } as never
    expect(await queueEventMovedEmails(world.ports, {}, job)).toMatchObject({ ok: false, waits: EVENT_EMAILS_PAUSE_MS })
    // A killed server repeats the page; the next attempt continues after the recorded order.
    expect(await queueEventMovedEmails(world.ports, {}, job)).toMatchObject({ ok: false, waits: 0 })
    expect(await world.store.get(keys.job(JOB))).toMatchObject({ payload: { after: expect.any(String) } })
    await runAll()
    expect(await queueEventMovedEmails(world.ports, {}, job)).toMatchObject({ ok: false, waits: 0 })
    await runAll()
    expect(mails).toHaveLength(orders)
    expect(new Set(mails.map(({ key }) => key)).size).toBe(orders)
  })
})

describe('cancelling an event', () => {
  const EFFECTS = new Set(['mail.send', 'payment.refund'] as const)
  const refundJobs = async () => {
    const jobs = await world.store.query({ collection: 'jobs', where: { kind: 'payment.refund' }, limit: 999 })
    return jobs.map(({ document }) => document.id)
  }

  it('continues after a page of orders, and refunds none twice where it was interrupted or is repeated', async () => {
    const orders = MAX_EVENT_ORDERS_PER_RUN + 3
    for (let number = 1; number <= orders; number += 1) await buy(world, number, { quanty: 1 })
    const id = `event.cancelled~${FORM.id}`
    const job = { id, kind: 'event.cancelled', payload: { form: FORM.id } }
    const queued = { ...job, municipality: OWNER, state: 'waiting', attempts: 0, dueAt: NOW }
    await world.put(keys.job(id), queued as never)
    // Killed between two orders of the first page.
    let commits = 0
    const killed = {
      ...world.ports,
      store: {
        ...world.store,
        commit: ((unit) => {
          if ((commits += 1) > 70) throw new Error('killed')
          return world.store.commit(unit)
        }) satisfies typeof world.store.commit,
      },
    }
    await expect(queueCancellationRefunds(killed, job as never, EFFECTS)).rejects.toThrow('killed')
    expect(await refundJobs()).toHaveLength(70)
    expect(await queueCancellationRefunds(world.ports, job as never, EFFECTS)).toMatchObject({
      ok: false,
      waits: EVENT_EMAILS_PAUSE_MS,
    })
    expect(await world.store.get(keys.job(id))).toMatchObject({ payload: { after: expect.any(String) } })
    // Killed before its progress was stored: the page is visited again.
    expect(await queueCancellationRefunds(world.ports, job as never, EFFECTS)).toMatchObject({ ok: false, waits: 0 })
    await runAll()
    expect(new Set(await refundJobs()).size).toBe(orders)
    expect(await refundJobs()).toHaveLength(orders)
    expect(mails).toHaveLength(orders)
    expect(new Set(mails.map(({ key }) => key)).size).toBe(orders)
    expect(await world.store.get(keys.job(id))).toBeUndefined()
  })

  it('refunds the orders behind one that cannot be committed, and visits all again later', async () => {
    const orders = MAX_EVENT_ORDERS_PER_RUN + 3
    for (let number = 1; number <= orders; number += 1) await buy(world, number, { quanty: 1 })
    const id = `event.cancelled~${FORM.id}`
    const job = { id, kind: 'event.cancelled', payload: { form: FORM.id } } as const
    const queued = { ...job, municipality: OWNER, state: 'waiting', attempts: 29, dueAt: NOW }
    await world.put(keys.job(id), queued as never)
    let commits = 0
    let isBroken = true
    const { commit } = world.store
    const broken = {
      ...world.ports,
      store: {
        ...world.store,
        commit: ((unit) => {
          commits += 1
          if (isBroken && commits === 7) throw new Error('too large')
          return commit(unit)
        }) satisfies typeof commit,
      },
    }
    const run = async () => queueCancellationRefunds(broken, (await world.store.get(keys.job(id))) as never, EFFECTS)
    expect(await run()).toMatchObject({ ok: false, waits: EVENT_EMAILS_PAUSE_MS, isAdvanced: false })
    expect(await refundJobs()).toHaveLength(MAX_EVENT_ORDERS_PER_RUN - 1)
    expect(await run()).toEqual({ ok: false, problem: { code: 'server.failed' } })
    expect(await refundJobs()).toHaveLength(orders - 1)
    const { payload } = (await world.store.get(keys.job(id))) ?? {}
    expect(payload).toEqual({ form: FORM.id, failed: 0, passes: 1 })
    // Earlier releases also stored the number of visited orders.
    expect(jobSchema.parse({ ...queued, payload: { ...payload, done: 7 } }).payload).toEqual(payload)
    isBroken = false
    await run()
    expect(await run()).toMatchObject({ ok: true })
    expect(await refundJobs()).toHaveLength(orders)
  })

  it('stops a run in time, and a run that has done its part takes back the attempts before', async () => {
    for (let number = 1; number <= 3; number += 1) await buy(world, number, { quanty: 1 })
    const id = `event.cancelled~${FORM.id}`
    const job = { id, kind: 'event.cancelled', payload: { form: FORM.id } }
    const queued = { ...job, municipality: OWNER, state: 'waiting', attempts: 25, dueAt: NOW }
    await world.put(keys.job(id), queued as never)
    let time = world.clock.now
    const slow = { ...world.ports, clock: () => (time += 40_000) }
    const result = await queueCancellationRefunds(slow, job as never, EFFECTS)
    expect(result).toMatchObject({ ok: false, waits: EVENT_EMAILS_PAUSE_MS, isAdvanced: true })
    expect((await refundJobs()).length).toBeLessThan(3)
    const before = (await world.store.get(keys.job(id))) as never
    await world.store.commit(resetJobUnit(before, NOW, true))
    expect(await world.store.get(keys.job(id))).toMatchObject({ attempts: 0 })
    await runAll()
    expect(await refundJobs()).toHaveLength(3)
  })

  it.each(['knows', 'has forgotten'])(
    'again after a restored backup refunds none twice if the provider %s the keys',
    async (how) => {
      const known = new Map<string, PaymentFact>()
      const given = () => [...known.values()]
      const refund = async (asked: { amount: number; refund: { payment: string } }, key: string) => {
        const [of, before] = [asked.refund.payment, known.get(key)]
        if (before !== undefined && how === 'knows') return ok(before)
        if (given().some((fact) => fact.of === of)) return { ...refuse('payment.failed'), isFinal: true }
        const fact = buildFact('refunded', { reference: `re_${key}`, of, amount: asked.amount, at: NOW })
        known.set(key, fact)
        return ok(fact)
      }
      const look = async ({ order }: { order: PaymentOrder }) =>
        ok([...order.facts, ...given().filter(({ of }) => order.facts.some(({ reference }) => reference === of))])
      const payments = { stripe: { refund, look } }
      world = await buildWorld({}, undefined, { home: () => 'https://relevo.example', payments } as never)
      await world.put(keys.paymentAccount(OWNER), buildAccount())
      await world.put(keys.template(FORM.id), FORM)
      for (const number of [1, 2])
        await buy(world, number, { facts: [buildFact('paid', { reference: `pi_${number}` })] })
      const orders = async () =>
        (await world.store.query({ collection: 'payOrder', limit: 9 })).map(({ document }) => document)
      const before = await orders()
      const cancelAgain = async () => {
        const ended = { at: world.clock.now, names: ['sale'] }
        expect(await world.store.commit(endGrantsUnit(GRANT_RULES.events, keys.template(FORM.id), ended))).toBe(true)
        await runAll()
      }
      await cancelAgain()
      expect(given()).toHaveLength(2)
      // The backup from before the cancellation.
      const jobs = await world.store.query({ collection: 'jobs', limit: 99 })
      await world.store.commit({
        keysFor: () => [],
        decide: () => ({ result: undefined, writes: jobs.map(({ key }) => remove(key)) }),
      })
      await world.put(keys.template(FORM.id), FORM)
      for (const order of before) await world.put(keys.paymentOrder(order.id), order)
      await cancelAgain()
      world.clock.now += 2 * 3_600_000
      await pollDueOrders(world.ports, EFFECTS)
      await runAll()
      expect(given().map(({ amount }) => amount)).toEqual([10_000, 10_000])
      expect((await orders()).map((order) => [order.cancelled !== undefined, buildLedger(order).kept])).toEqual([
        [true, 0],
        [true, 0],
      ])
    },
  )
})
