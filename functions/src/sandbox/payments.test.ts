import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payerOrderSchema } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildPayer } from '#tests/support/server/payer.ts'
import { buildPayingWorld } from '#tests/support/server/paying-world.ts'
import type { World } from '#tests/support/server/world.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** From the payer's device to the provider and back, over real HTTP: every outcome, and the state afterwards. */
let sandbox: Sandbox
let world: World
let server: Server
const HOUR = 3_600_000
const OF = `municipality=${encodeURIComponent(MUNICIPALITY)}`
const mails: string[] = []
const incidents: string[] = []

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  sandbox.misbehave(undefined)
  sandbox.stripe.deliver('at-once')
  mails.length = incidents.length = 0
  server?.close()
  const built = await buildPayingWorld(sandbox, { mails, incidents })
  world = built.world
  server = built.server
})
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

const { answered, wishOf, asked, ordered, pathOf, read, as, later } = buildPayer(() => world)
const lastOf = (all: readonly number[]) => all.at(-1)

describe('a payer', () => {
  it('pays, and is notified by page, receipt and e-mail once, whatever is heard twice', async () => {
    const { of, order, session } = await ordered()
    expect(order).toMatchObject({ status: 'Pendiente de validar', amount: 10_000, mode: 'test' })
    await later(0)
    expect(incidents).toEqual([])
    sandbox.stripe.deliver('twice')
    await sandbox.stripe.pay(session)
    expect(lastOf(sandbox.stripe.replies)).toBe(200)
    await world.ask('POST', `${pathOf(order)}/look`)
    await later(HOUR)
    expect(await read(order)).toMatchObject({
      status: 'Pagado',
      reference: session.replace('cs_', 'pi_'),
      receipt: { number: 1, amount: 10_000 },
    })
    expect([mails.length, incidents]).toEqual([1, [of.answer]])
  })

  it('comes back before any webhook: the page has the provider asked', async () => {
    const { order, session } = await ordered()
    sandbox.stripe.deliver('lost')
    await sandbox.stripe.pay(session)
    const looked = await world.ask('POST', `${pathOf(order)}/look`)
    expect(await looked.json()).toMatchObject({ status: 'Pagado' })
  })

  it('whose webhook is lost is paid after ten minutes', async () => {
    const { order, session } = await ordered()
    sandbox.stripe.deliver('lost')
    await sandbox.stripe.pay(session)
    expect(await read(order)).toMatchObject({ status: 'Pendiente de validar' })
    await later(10 * 60_000)
    expect(await read(order)).toMatchObject({ status: 'Pagado' })
  })

  it('whose card is refused can pay in the same attempt', async () => {
    const { order, session } = await ordered()
    await sandbox.stripe.refuse(session)
    expect(await read(order)).toMatchObject({ status: 'Rechazado', url: order.url })
    await sandbox.stripe.pay(session)
    expect(await read(order)).toMatchObject({ status: 'Pagado' })
  })

  it('who goes away loses the places when the time is over, and may order again', async () => {
    const { of, order, session } = await ordered()
    await later(HOUR + 1)
    expect(await sandbox.stripe.pay(session)).toBe(false)
    expect([(await read(order)).status, await world.store.get(keys.zoneStock(order.form, 7, 'test'))]).toMatchObject([
      'Rechazado',
      { taken: 0, sold: 0 },
    ])
    const again = payerOrderSchema.parse(
      await (await asked({ ...wishOf(of), proof: undefined, orderId: order.orderId })).json(),
    )
    expect([again.orderId, again.url === order.url]).toEqual([order.orderId, false])
  })

  it('who has paid a moment before the time was over has bought', async () => {
    const { order, session } = await ordered()
    sandbox.stripe.deliver('lost')
    await sandbox.stripe.pay(session)
    await later(HOUR + 1)
    expect(await read(order)).toMatchObject({ status: 'Pagado', delivery: 'delivered' })
  })

  it('chooses another zone: the first attempt is closed there, and only one can be paid', async () => {
    const { of, session } = await ordered()
    const next = payerOrderSchema.parse(await (await asked(wishOf(of, { purchase: { zone: 2, quanty: 1 } }))).json())
    expect([next.amount, await sandbox.stripe.pay(session)]).toEqual([2_000, false])
    expect(await sandbox.stripe.pay(next.url?.split('/').at(-1) ?? '')).toBe(true)
    expect(await read(next)).toMatchObject({ status: 'Pagado', amount: 2_000 })
  })

  it('is refused what is sold out, and what is dearer than shown', async () => {
    await ordered()
    await ordered()
    const [full, dear] = [await answered(), await answered()]
    const refused = await asked(wishOf(full))
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: { code: 'payment.sold-out', details: { left: 1, held: 4 } } },
    ])
    expect((await asked(wishOf(dear, { purchase: { zone: 7, quanty: 1 }, shown: 4_999 }))).status).toBe(409)
  })
})

describe('the provider', () => {
  it('that cannot be reached leaves an order that is begun there once, when it can', async () => {
    const of = await answered()
    sandbox.misbehave('cut')
    expect((await asked(wishOf(of))).status).toBe(502)
    sandbox.misbehave(undefined)
    const before = sandbox.stripe.sessions.size
    const order = payerOrderSchema.parse(await (await asked(wishOf(of))).json())
    const again = payerOrderSchema.parse(await (await asked(wishOf(of))).json())
    expect([sandbox.stripe.sessions.size - before, again.url]).toEqual([1, order.url])
  })

  it('is asked for the page again automatically, when the server was killed before it had noted it', async () => {
    const { order, session } = await ordered()
    const stored = await world.store.get(keys.paymentOrder(order.id))
    if (stored === undefined) throw new Error('No order')
    const forgotten = stored.attempts.map(({ session: _, url: __, ...rest }) => rest)
    await world.put(keys.paymentOrder(order.id), { ...stored, attempts: forgotten })
    sandbox.stripe.deliver('lost')
    await sandbox.stripe.pay(session)
    await later(10 * 60_000)
    expect(await read(order)).toMatchObject({ status: 'Pagado', reference: session.replace('cs_', 'pi_') })
  })

  it('is not believed: what is forged or old changes nothing', async () => {
    const { order, session } = await ordered()
    for (const how of ['forged', 'old'] as const) {
      sandbox.stripe.deliver(how)
      await sandbox.stripe.refuse(session)
      expect(lastOf(sandbox.stripe.replies)).toBe(403)
    }
    expect(await read(order)).toMatchObject({ status: 'Pendiente de validar' })
  })

  it('sends again what could not be looked at', async () => {
    const { order, session } = await ordered()
    sandbox.stripe.deliver('kept')
    await sandbox.stripe.refuse(session)
    await sandbox.stripe.pay(session)
    sandbox.misbehave('failing')
    await sandbox.stripe.release()
    expect(lastOf(sandbox.stripe.replies)).toBe(502)
    expect(await read(order)).toMatchObject({ status: 'Pendiente de validar' })
    sandbox.misbehave(undefined)
    await later(10 * 60_000)
    expect(await read(order)).toMatchObject({ status: 'Pagado' })
  })

  it('may say everything in another order', async () => {
    const { order, session } = await ordered()
    sandbox.stripe.deliver('kept')
    await sandbox.stripe.refuse(session)
    await sandbox.stripe.pay(session)
    await sandbox.stripe.refund(session, 10_000)
    await sandbox.stripe.release()
    await later(0)
    expect(await read(order)).toMatchObject({ status: 'Pagado', receipt: { number: 1 } })
    expect(await world.store.get(keys.zoneStock(order.form, 7, 'test'))).toMatchObject({ taken: 0, sold: 0 })
  })
})

describe('an order tells nothing', () => {
  it('to who knows one half of its reference, or another answer’s proof', async () => {
    const { of, order } = await ordered()
    const other = await answered()
    const { id } = order
    expect((await world.ask('GET', `/api/payments/orders/${id}/${'0'.repeat(12)}`)).status).toBe(404)
    expect((await asked(wishOf({ answer: of.answer, proof: other.proof }))).status).toBe(404)
    expect((await asked({ ...wishOf(of), proof: undefined })).status).toBe(404)
    expect((await asked({ ...wishOf(other), proof: undefined, orderId: order.orderId })).status).toBe(404)
  })
})

describe('staff', () => {
  it('give money back once, with a credit note, and never more than there is', async () => {
    const { order, session } = await ordered()
    await sandbox.stripe.pay(session)
    await later(0)
    const refund = (amount: number, id = 'M') =>
      as('sofia', 'POST', `/api/answers/${order.id}/payment/refunds`, { id: id.repeat(26), amount, reason: 'Lluvia' })
    expect([(await refund(4_000)).status, (await refund(4_000)).status]).toEqual([200, 200])
    await later(HOUR)
    expect((await refund(6_001, 'N')).status).toBe(422)
    const seen = await (await as('sofia', 'GET', `/api/answers/${order.id}/payment`)).json()
    expect(seen).toMatchObject({
      ledger: { paid: 10_000, refunded: 4_000, asked: 0, kept: 6_000 },
      receipts: [{ number: 1 }, { number: 2, kind: 'credit-note', of: 1, amount: 4_000 }],
    })
    expect([sandbox.stripe.sessions.get(session)?.refunds.length, mails.length]).toEqual([1, 2])
  })

  it('record cash, and what was being paid online is closed first', async () => {
    const { order, session } = await ordered()
    const { payer, purchase } = wishOf({ answer: order.id, proof: order.id as never })
    const cash = { id: 'C'.repeat(26), payer, purchase, amount: 10_000, method: 'card', voucher: '0042-7' }
    const path = `/api/answers/${order.id}/payment/desk`
    expect((await as('ines', 'POST', path, cash)).status).toBe(403)
    // A wrong amount changes nothing.
    expect((await as('sofia', 'POST', path, { ...cash, amount: 1_000 })).status).toBe(409)
    expect(await read(order)).toMatchObject({ status: 'Pendiente de validar', url: order.url })
    expect(await (await as('sofia', 'POST', path, cash)).json()).toMatchObject({
      order: { status: 'Pagado' },
      ledger: { paid: 10_000 },
      cashier: 'Inés Quiroga',
    })
    await later(HOUR)
    expect(await (await as('sofia', 'GET', `/api/answers/${order.id}/payment`)).json()).toMatchObject({
      receipts: [{ number: 1, method: 'card', voucher: '0042-7' }],
    })
    expect(await sandbox.stripe.pay(session)).toBe(false)
    // A second cashier learns by which method, and by whom, it was paid.
    const second = await as('sofia', 'POST', path, { ...cash, id: 'D'.repeat(26), method: 'transfer' })
    expect([second.status, await second.json()]).toMatchObject([
      409,
      {
        error: { code: 'payment.already-paid', details: { provider: 'desk', method: 'card', cashier: 'Inés Quiroga' } },
      },
    ])
  })

  it('may take the price of the version that was answered, which the audit log names', async () => {
    const of = await answered()
    const form = buildTicketForm()
    const zones = [{ id: 7, name: 'Platea', price: 90_000, maxQuantity: 5 }]
    const dear = { ...form, version: 2, ticketSale: { ...form.ticketSale, zones } }
    await world.put(keys.template(form.id), dear)
    await world.put(keys.templateVersion(form.id, 2), dear)
    const { payer, purchase } = wishOf(of)
    const path = `/api/answers/${of.answer}/payment/desk`
    const cash = { id: 'C'.repeat(26), payer, purchase, amount: 10_000 }
    expect((await as('sofia', 'POST', path, cash)).status).toBe(409)
    expect((await as('sofia', 'POST', path, { ...cash, oldPrice: true })).status).toBe(200)
    const entries = await world.store.query({ collection: 'audit', limit: 99 })
    const recorded = entries.filter(({ document }) => document.action === 'payment.recorded')
    expect(recorded.map(({ document }) => document.details)).toEqual([
      { amount: 10_000, currency: 'ARS', priceVersion: 1 },
    ])
  })

  it('close a day with every receipt of it, and their sum', async () => {
    const { session } = await ordered()
    await sandbox.stripe.pay(session)
    await later(0)
    const day = new Intl.DateTimeFormat('sv', {
      timeZone: 'America/Argentina/Buenos_Aires',
      dateStyle: 'short',
    }).format(world.clock.now)
    const { csv } = await (
      await as('sofia', 'POST', '/api/payments/closing', { municipality: MUNICIPALITY, day })
    ).json()
    const [head, line, total] = csv.trim().split('\r\n')
    expect(head).toContain('Serie;Número;Tipo')
    expect(line).toMatch(/^villa-serena~test;1;Comprobante;;\w{12};.*;Ana Paz;100,00;ARS$/)
    expect(total).toMatch(/^villa-serena~test;;Total;.*;100,00;ARS$/)
    expect((await as('uma', 'POST', '/api/payments/closing', { municipality: MUNICIPALITY, day })).status).toBe(404)
  })

  it('see of the account what is no secret', async () => {
    const text = await (await as('sofia', 'GET', `/api/payments/account?${OF}`)).text()
    expect(text).toContain('"provider":"stripe"')
    expect(text).not.toMatch(/sk_test|whsec/)
  })
})
