import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExternalSystemDeps } from '#connectors/http.ts'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import type { PaymentAttempt, PaymentOrder, RawWebhook } from '#domain/payments/index.ts'
import { generateAnswerId, toInstant } from '#domain/kernel/index.ts'
import { buildAccount } from '#tests/support/builders/paying.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { STRIPE_SANDBOX } from './stripe.ts'

/** Over real HTTP: features of Stripe beyond the contract of providers (`providers.test.ts`). */
let sandbox: Sandbox
const deps: ExternalSystemDeps = {
  fetch: (url, init) => fetch(url, init),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  failed: () => undefined,
}
const providerOf = () => createPaymentProviders(deps, sandbox.addresses).stripe
const account = buildAccount({
  mode: 'test',
  key: STRIPE_SANDBOX.key,
  webhookSecrets: ['whsec_old', STRIPE_SANDBOX.secret],
})
const PAGES = {
  paid: 'https://relevo.example/si',
  denied: 'https://relevo.example/no',
  notify: 'https://relevo.example/w',
}

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

let orders = 0
/** An order whose attempt begins now and ends in an hour. */
function anOrder(change: Readonly<Record<string, unknown>> = {}): { order: PaymentOrder; attempt: PaymentAttempt } {
  const id = generateAnswerId(bytesFor((orders += 1)))
  const [openedAt, expiresAt] = [toInstant(Date.now()), toInstant(Date.now() + 3_600_000)]
  const attempt: PaymentAttempt = { number: 1, provider: 'stripe', amount: 10_000, openedAt, expiresAt }
  return { order: buildOrder({ id, attempts: [attempt], ...change }), attempt }
}
async function begun(change: Readonly<Record<string, unknown>> = {}) {
  const { order, attempt } = anOrder(change)
  const opened = await providerOf().open({ account, order, attempt }, PAGES)
  if (!opened.ok) throw new Error(opened.problem.code)
  return { account, order, attempt: { ...attempt, ...opened.value } }
}
const kindsOf = async (of: Awaited<ReturnType<typeof begun>>) => {
  const known = await providerOf().look(of)
  return known.ok ? known.value.map(({ kind, amount }) => `${kind} ${amount}`) : [known.problem.code]
}

describe('an attempt', () => {
  it('is begun once, however often it is asked for', async () => {
    const { order, attempt } = anOrder()
    const [one, again] = [
      await providerOf().open({ account, order, attempt }, PAGES),
      await providerOf().open({ account, order, attempt }, PAGES),
    ]
    expect(one).toMatchObject({ ok: true, value: { url: expect.stringContaining('/pagar/cs_test_') } })
    expect(again).toEqual(one)
  })

  it('of another amount is another, and asks for that amount', async () => {
    const { order, attempt } = anOrder()
    const [one, other] = [attempt, { ...attempt, amount: 20_000 }]
    const sessions = [one, other].map((each) => providerOf().open({ account, order, attempt: each }, PAGES))
    const [first, second] = await Promise.all(sessions)
    expect(first?.ok && second?.ok && first.value.session === second.value.session).toBe(false)
  })

  it('in a currency without cents is asked for in whole units, and read back in ours', async () => {
    const of = await begun({ currency: { sign: '$', name: 'CLP' } })
    expect(sandbox.stripe.sessions.get(of.attempt.session)?.form.get('line_items[0][price_data][unit_amount]')).toBe(
      '100',
    )
    await sandbox.stripe.pay(of.attempt.session)
    expect(await kindsOf(of)).toEqual(['paid 10000'])
  })
})

describe('a webhook', () => {
  const NOW = 1_790_000_000
  const order = generateAnswerId(bytesFor(7))
  const eventOf = (change: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: { metadata: { order, attempt: '2' } } },
      ...change,
    })
  const signed = (body: string, secret: string, at: number) =>
    createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const postOf = (body: string, header: string, now = NOW): RawWebhook => ({
    body,
    query: {},
    header: (name) => (name === 'stripe-signature' ? header : undefined),
    now: now * 1000,
  })
  const read = async (post: RawWebhook) => {
    const news = await providerOf().read(account, post)
    return news.ok ? news.value.about : news.problem.code
  }
  const body = eventOf()
  const good = signed(body, STRIPE_SANDBOX.secret, NOW)

  it.each([
    ['signed with the secret', `t=${NOW},v1=${good}`],
    ['signed with the secret that goes, beside another scheme', `t=${NOW},v0=ab,v1=${signed(body, 'whsec_old', NOW)}`],
    ['with a good signature behind a bad one', `t=${NOW},v1=${'0'.repeat(64)},v1=${good}`],
    ['at the edge of the tolerance', `t=${NOW - 300},v1=${signed(body, STRIPE_SANDBOX.secret, NOW - 300)}`],
  ])('%s says which attempt to look at', async (_, header) => {
    expect(await read(postOf(body, header))).toEqual({ order, attempt: 2 })
  })

  it.each([
    ['without a signature', ''],
    ['without a time', `v1=${good}`],
    ['with two times', `t=${NOW},t=${NOW},v1=${good}`],
    ['with a time that is none', `t=soon,v1=${good}`],
    ['signed with another secret', `t=${NOW},v1=${signed(body, 'whsec_x', NOW)}`],
    ['signed over another body', `t=${NOW},v1=${signed(`${body} `, STRIPE_SANDBOX.secret, NOW)}`],
    ['signed at another time', `t=${NOW},v1=${signed(body, STRIPE_SANDBOX.secret, NOW - 1)}`],
    ['with a signature of another scheme only', `t=${NOW},v0=${good}`],
    ['with a signature that is no hex', `t=${NOW},v1=${'z'.repeat(64)}`],
    ['with a short signature', `t=${NOW},v1=${good.slice(2)}`],
    ['of too long ago', `t=${NOW - 301},v1=${signed(body, STRIPE_SANDBOX.secret, NOW - 301)}`],
    ['from too far ahead', `t=${NOW + 301},v1=${signed(body, STRIPE_SANDBOX.secret, NOW + 301)}`],
  ])('%s is refused', async (_, header) => {
    expect(await read(postOf(body, header))).toBe('access.forbidden')
  })

  it.each([
    ['an event that we do not know', eventOf({ type: 'customer.created', data: { object: {} } })],
    ['money where the account is for test money', eventOf({ livemode: true })],
    ['no event', 'x'],
    ['an order that is none', eventOf({ data: { object: { metadata: { order: '../x', attempt: '1' } } } })],
  ])('of %s is taken, and nothing is looked at', async (_, sent) => {
    expect(await read(postOf(sent, `t=${NOW},v1=${signed(sent, STRIPE_SANDBOX.secret, NOW)}`))).toBeNull()
  })
})
