import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listSaleModeKeys, findSaleMode } from '#domain/payments/judge/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { OWNER } from '#tests/support/builders/paying.ts'
import { buildPayer } from '#tests/support/server/payer.ts'
import { buildPayingWorld } from '#tests/support/server/paying-world.ts'
import type { World } from '#tests/support/server/world.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { STRIPE_SANDBOX } from './stripe.ts'

/** Orders after a municipality's account is replaced. */
let sandbox: Sandbox
let world: World
let server: Server
const { ordered, read, as, later } = buildPayer(() => world)
const PATH = `/api/payments/account?municipality=${encodeURIComponent(OWNER)}`
const { key, secret } = STRIPE_SANDBOX
const SAME = { provider: 'stripe', mode: 'test', key, webhookSecrets: ['whsec_next', secret] }
const LIVE = { provider: 'stripe', mode: 'live', key: 'sk_live_1', webhookSecrets: ['whsec_live'] }
const OTHER = { provider: 'mercado-pago', mode: 'test', key: 'APP_USR-1', webhookSecrets: ['secreto-1'] }
/** Paid long ago, while a live account was connected. */
const BEFORE = buildOrder({ status: 'Pagado', delivery: 'delivered', isEvent: true, open: false })
const connect = (account: object) => as('sofia', 'PUT', PATH, account)

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  sandbox.stripe.deliver('at-once')
  server?.close()
  const built = await buildPayingWorld(sandbox, { mails: [], incidents: [] })
  world = built.world
  server = built.server
})
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

it.each([LIVE, OTHER])('is not changed to %j while anything is being paid, and the payer continues', async (other) => {
  const { order, session } = await ordered()
  const refused = await connect(other)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { error: { code: 'payment.account-in-use', details: { orders: 1 } } },
  ])
  expect(await world.store.get(keys.paymentAccount(OWNER))).toMatchObject({ provider: 'stripe', mode: 'test' })
  await sandbox.stripe.pay(session)
  expect(await read(order)).toMatchObject({ status: 'Pagado' })
  expect((await connect(other)).status).toBe(200)
})

it('takes new keys of the same provider and mode at any time: they may have leaked', async () => {
  const { order, session } = await ordered()
  expect((await connect(SAME)).status).toBe(200)
  const stored = await world.store.get(keys.paymentAccount(OWNER))
  expect([stored?.webhookSecrets, stored?.former]).toEqual([SAME.webhookSecrets, undefined])
  await sandbox.stripe.pay(session)
  expect(await read(order)).toMatchObject({ status: 'Pagado' })
})

it('takes no keys that do not open what is being paid, unless the provider cannot say so', async () => {
  const { order, session } = await ordered()
  const wrong = { ...SAME, key: 'sk_test_of_another' }
  const refused = await connect(wrong)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { error: { code: 'payment.account-in-use', details: { orders: 1 } } },
  ])
  await sandbox.stripe.pay(session)
  expect(await read(order)).toMatchObject({ status: 'Pagado' })
  await ordered()
  sandbox.misbehave('failing')
  expect((await connect(wrong)).status).toBe(200)
  sandbox.misbehave(undefined)
})

it.each([LIVE, OTHER])('gives back by the one before, and hears it, when %j is connected', async (other) => {
  const { order, session } = await ordered()
  await sandbox.stripe.pay(session)
  await later(0)
  expect((await connect(other)).status).toBe(200)
  const wish = { id: 'M'.repeat(26), amount: 4_000, reason: 'Lluvia' }
  expect((await as('sofia', 'POST', `/api/answers/${order.id}/payment/refunds`, wish)).status).toBe(200)
  await later(0)
  expect(sandbox.stripe.sessions.get(session)?.refunds).toMatchObject([{ amount: 4_000 }])
  // Refunds on its own pages are reported by webhook too.
  await sandbox.stripe.refund(session, 1_000)
  expect(sandbox.stripe.replies.at(-1)).toBe(200)
  const seen = await (await as('sofia', 'GET', `/api/answers/${order.id}/payment`)).json()
  expect(seen).toMatchObject({ ledger: { refunded: 5_000, asked: 0 } })
  // Repeated reports add no entry, and a refund that a user requested has one entry.
  await as('sofia', 'POST', `/api/answers/${order.id}/payment/look`, {})
  const entries = await world.store.query({ collection: 'audit', limit: 99 })
  const ofMoney = entries
    .map(({ document }) => document)
    .filter(({ action }) => ['payment.received', 'payment.refunded'].includes(action))
  expect(ofMoney.map(({ action, username, from, details }) => [action, username, from, details])).toEqual([
    ['payment.received', 'payments', '', { code: 'VIS1', amount: 10_000, currency: 'ARS', provider: 'stripe' }],
    ['payment.refunded', 'sofia', '192.0.2.1', { amount: 4_000, currency: 'ARS' }],
    ['payment.refunded', 'payments', '', { code: 'VIS1', amount: 1_000, currency: 'ARS', provider: 'stripe' }],
  ])
})

it('may be another when a provider gives no end to what is over for a day, and connected again it is the same', async () => {
  await ordered()
  sandbox.misbehave('failing')
  await later(26 * 3_600_000)
  expect((await connect(LIVE)).status).toBe(200)
  sandbox.misbehave(undefined)
  expect((await connect(SAME)).status).toBe(200)
  const stored = await world.store.get(keys.paymentAccount(OWNER))
  expect([stored?.mode, stored?.former?.map(({ mode }) => mode)]).toEqual(['test', ['live']])
})

it('shows no one the keys of the one before', async () => {
  await connect(OTHER)
  const text = await (await as('sofia', 'GET', PATH)).text()
  expect(text).toContain('mercado-pago')
  expect(text).not.toMatch(/sk_test|whsec|former/)
})

it('keeps a sale live that has live orders of an earlier release, which left no mark of it', async () => {
  await world.store.commit(
    unitForKeys([], () => ({ result: null, writes: [set(keys.paymentOrder(BEFORE.id), BEFORE)] })),
  )
  expect((await connect(SAME)).status).toBe(200)
  const sale = { form: BEFORE.form, municipality: OWNER }
  expect(findSaleMode(await world.store.getMany(listSaleModeKeys(sale)), sale)).toBe('live')
})
