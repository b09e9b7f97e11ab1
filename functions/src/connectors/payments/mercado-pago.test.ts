import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentAttempt, PaymentFact, RawWebhook } from '#domain/payments/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { buildAccount } from '#tests/support/builders/paying.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { createPaymentProviders } from './index.ts'

/** Tests Mercado Pago's client with replies in the format of its public API. */
type Asked = { readonly method: string; readonly path: string; readonly body: unknown; readonly headers: Headers }
let asked: Asked[] = []
let replies: ((asked: Asked) => Response | undefined)[] = []

const fetched = async (url: string, init: RequestInit): Promise<Response> => {
  const { pathname, search } = new URL(url)
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const one = { method: init.method ?? '', path: pathname + search, body, headers: new Headers(init.headers) }
  asked.push(one)
  for (const reply of replies) {
    const found = reply(one)
    if (found !== undefined) return found
  }
  return Response.json({ message: 'not found' }, { status: 404 })
}
const provider = createPaymentProviders({
  fetch: fetched,
  timeout: () => AbortSignal.timeout(1000),
  failed: () => undefined,
})['mercado-pago']
const account = buildAccount({ provider: 'mercado-pago', key: 'APP_USR-1', webhookSecrets: ['secreto'] })
const attempt: PaymentAttempt = {
  number: 2,
  provider: 'mercado-pago',
  amount: 10_050,
  openedAt: NOW,
  expiresAt: buildOrder().expiresAt,
  session: 'pref-1',
}
const order = buildOrder({ attempts: [attempt] })
const of = { account, order, attempt }
const PAGES = {
  paid: 'https://relevo.example/si',
  denied: 'https://relevo.example/no',
  notify: 'https://relevo.example/w',
}
const REFERENCE = `${order.id}~2`
const payment = (change: object = {}) => ({
  id: 123,
  status: 'approved',
  transaction_amount: 100.5,
  currency_id: 'ARS',
  date_created: '2026-11-20T12:30:00.000-03:00',
  date_approved: '2026-11-20T12:31:00.000-03:00',
  external_reference: REFERENCE,
  live_mode: true,
  refunds: [],
  ...change,
})
const found =
  (...results: readonly object[]) =>
  (one: Asked) =>
    one.path.startsWith('/v1/payments/search') ? Response.json({ paging: {}, results }) : undefined
const said = (facts: Result<readonly PaymentFact[]>) =>
  facts.ok ? facts.value.map(({ kind, reference, amount }) => `${kind} ${reference} ${amount}`) : facts.problem.code

beforeEach(() => {
  asked = []
  replies = []
})

describe('an attempt', () => {
  it('is begun with its amount in units, its reference and its end', async () => {
    replies = [
      () =>
        Response.json(
          { id: 'pref-1', init_point: 'https://mp.example/pay', sandbox_init_point: 'https://mp.example/test' },
          { status: 201 },
        ),
    ]
    expect(await provider.open(of, PAGES)).toEqual({
      ok: true,
      value: { session: 'pref-1', url: 'https://mp.example/pay' },
    })
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: '/checkout/preferences',
      body: {
        items: [{ quantity: 1, unit_price: 100.5, currency_id: 'ARS' }],
        external_reference: REFERENCE,
        expiration_date_to: attempt.expiresAt,
        notification_url: PAGES.notify,
        back_urls: { success: PAGES.paid, pending: PAGES.paid, failure: PAGES.denied },
      },
    })
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer APP_USR-1')
    expect(await provider.open({ ...of, account: { ...account, mode: 'test' } }, PAGES)).toMatchObject({
      value: { url: 'https://mp.example/test' },
    })
  })

  it.each([
    ['nothing of money on its way', payment({ status: 'pending' }), []],
    ['a refusal', payment({ status: 'rejected' }), ['refused 123 0']],
    ['money, in cents', payment(), ['paid 123 10050']],
    ['money in another currency', payment({ currency_id: 'UYU' }), ['mismatch 123 10050']],
    [
      'money that went back in parts',
      payment({
        status: 'refunded',
        refunds: [{ id: 9, amount: 0.1, status: 'approved', date_created: '2026-11-21T12:00:00.000-03:00' }],
      }),
      ['paid 123 10050', 'refunded 9 10'],
    ],
  ] as const)('says %s', async (_, one, expected) => {
    replies = [found(one)]
    expect(said(await provider.look(of))).toEqual(expected)
    expect(new URL(asked[0]?.path ?? '', 'https://x.example').searchParams.get('external_reference')).toBe(REFERENCE)
  })

  it('knows two payments of one attempt', async () => {
    replies = [found(payment(), payment({ id: 124 }))]
    expect(said(await provider.look(of))).toEqual(['paid 123 10050', 'paid 124 10050'])
  })

  const ended = (one: Asked) =>
    one.method === 'PUT' && one.path.startsWith('/checkout') ? Response.json({}) : undefined

  it('is closed when its page is over and nothing is on its way', async () => {
    replies = [ended, found()]
    expect(said(await provider.close(of))).toEqual(['closed 2 0'])
  })

  it('is not closed while money is on its way that cannot be stopped', async () => {
    replies = [ended, found(payment({ status: 'in_process' }))]
    expect(said(await provider.close(of))).toEqual([])
    expect(asked.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toContain('PUT /v1/payments/123')
  })

  it('that was paid a moment before is a payment', async () => {
    replies = [ended, found(payment())]
    expect(said(await provider.close(of))).toEqual(['paid 123 10050'])
  })

  it.each([
    ['fails', () => new Response(null, { status: 500 })],
    ['says something of another shape', () => Response.json({ results: [{ id: {} }] })],
  ])('is payment.failed when it %s', async (_, reply) => {
    replies = [reply]
    expect([said(await provider.look(of)), said(await provider.close(of))]).toEqual([
      'payment.failed',
      'payment.failed',
    ])
    expect(await provider.open(of, PAGES)).toMatchObject({ problem: { code: 'payment.failed' } })
  })
})

describe('a refund', () => {
  const refund = { id: 'R1', payment: '123', amount: 50, reason: 'x', at: NOW }

  it('is asked for with its key, and becomes a fact', async () => {
    replies = [
      () =>
        Response.json(
          { id: 9, payment_id: 123, amount: 0.5, status: 'approved', date_created: '2026-11-21T12:00:00.000-03:00' },
          { status: 201 },
        ),
    ]
    expect(await provider.refund({ account, order, refund, amount: 50 }, 'key-1')).toMatchObject({
      ok: true,
      value: { kind: 'refunded', reference: '9', of: '123', amount: 50, at: '2026-11-21T15:00:00.000Z' },
    })
    expect([asked[0]?.path, asked[0]?.body, asked[0]?.headers.get('x-idempotency-key')]).toEqual([
      '/v1/payments/123/refunds',
      { amount: 0.5 },
      'key-1',
    ])
  })

  it('that is refused is refused for good', async () => {
    replies = [() => Response.json({}, { status: 400 })]
    expect(await provider.refund({ account, order, refund, amount: 50 }, 'key-1')).toMatchObject({
      ok: false,
      isFinal: true,
    })
  })
})

describe('a webhook', () => {
  const seconds = 1_790_000_000
  const body = JSON.stringify({ type: 'payment', action: 'payment.updated', data: { id: '123' } })
  const signatureOf = (id: string, at = seconds, secret = 'secreto') =>
    `ts=${at},v1=${createHmac('sha256', secret).update(`id:${id};request-id:req-1;ts:${at};`).digest('hex')}`
  const post = (
    signature: string,
    query: Readonly<Record<string, string>> = { 'data.id': '123', type: 'payment' },
  ): RawWebhook => ({
    body,
    query,
    header: (name) => ({ 'x-signature': signature, 'x-request-id': 'req-1' })[name],
    now: seconds * 1000,
  })

  it('that is signed says which attempt to look at, by the payment itself', async () => {
    replies = [(one) => (one.path === '/v1/payments/123' ? Response.json(payment()) : undefined)]
    expect(await provider.read(account, post(signatureOf('123')))).toMatchObject({
      ok: true,
      value: { about: { order: order.id, attempt: 2 } },
    })
  })

  it.each([
    ['signed with another secret', signatureOf('123', seconds, 'otro')],
    ['signed for another payment', signatureOf('124')],
    ['of too long ago', signatureOf('123', seconds - 301)],
    ['without a signature', ''],
  ])('%s is refused, and nothing is asked', async (_, signature) => {
    expect(await provider.read(account, post(signature))).toMatchObject({ problem: { code: 'access.forbidden' } })
    expect(asked).toEqual([])
  })

  it.each([
    ['another topic', { 'data.id': '123', type: 'plan' }, payment()],
    [
      'a payment of something else',
      { 'data.id': '123', type: 'payment' },
      payment({ external_reference: 'factura-7' }),
    ],
    ['test money where the account is live', { 'data.id': '123', type: 'payment' }, payment({ live_mode: false })],
  ])('of %s is taken, and nothing is looked at', async (_, query, one) => {
    replies = [(sent) => (sent.path === '/v1/payments/123' ? Response.json(one) : undefined)]
    expect(await provider.read(account, post(signatureOf('123'), query))).toMatchObject({
      ok: true,
      value: { about: null },
    })
  })

  it('of a payment that cannot be looked at now comes again', async () => {
    replies = [() => new Response(null, { status: 503 })]
    expect(await provider.read(account, post(signatureOf('123')))).toMatchObject({
      problem: { code: 'payment.failed' },
    })
  })
})
