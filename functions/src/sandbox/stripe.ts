import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { createWebhookCourier, type ProviderStandIn } from './courier.ts'

/** Webhook secret and API key. */
export const STRIPE_SANDBOX = { key: 'sk_test_sandbox', secret: 'whsec_sandbox' } as const

type Dispute = { readonly id: string; amount: number; status: string; created: number; decided?: number }
type Refund = { id: string; amount: number; status: string; created: number }
export type StripeSession = {
  readonly id: string
  readonly form: ReadonlyMap<string, string>
  readonly created: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  hasError: boolean
  /** true for a slow payment method: the session is complete, but the payment is pending */
  isUnderWay: boolean
  readonly refunds: Refund[]
  dispute?: Dispute
}

export type StripeStandIn = ProviderStandIn & {
  /** the API */
  readonly app: Hono
  readonly sessions: ReadonlyMap<string, StripeSession>
}

/** For tests with their own clock. `isLive`: real money. `send`: delivers a webhook's body instead of posting it */
export type StripeStandInOptions = {
  readonly now?: () => number
  readonly isLive?: boolean
  readonly send?: (body: string) => Promise<void>
}

/** The headers of a webhook. @param seconds time of the signature since 1970 */
export function buildSignedHeaders(body: string, seconds: number, secret: string): Record<string, string> {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` }
}

/**
 * Simulates Stripe's checkout with the formats of its public API: sessions, refunds, disputes, idempotency keys and
 * signed webhooks.
 * @param page URL below which each session has its payment page
 */
export function createStripeStandIn(
  page: () => string,
  { now = Date.now, isLive = false, send }: StripeStandInOptions = {},
): StripeStandIn {
  const sessions = new Map<string, StripeSession>()
  /** replies by idempotency key; a repeated key gets the same reply, even if the state has changed */
  const known = new Map<string, { readonly asked: string; readonly reply: object }>()
  const { dispatch, ...webhooks } = createWebhookCourier(STRIPE_SANDBOX.secret, now)
  let [count, events] = [0, 0]

  const nowInSeconds = (): number => Math.floor(now() / 1000)

  async function sendEvent(type: string, object: object): Promise<void> {
    const body = JSON.stringify({ id: `evt_${(events += 1)}`, type, livemode: isLive, data: { object } })
    if (send !== undefined) return send(body)
    await dispatch({ body, sent: (seconds, secret) => ({ headers: buildSignedHeaders(body, seconds, secret) }) })
  }

  async function step(id: string, type: string, change: (session: StripeSession) => boolean): Promise<boolean> {
    const session = sessions.get(id)
    if (session === undefined || !change(session)) return false
    await sendEvent(type, toSessionJson(session, page()))
    return true
  }

  const withIntent = (intent: string | undefined): StripeSession | undefined =>
    [...sessions.values()].find(({ id }) => toIntentId(id) === intent)

  const app = new Hono()
  app.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${STRIPE_SANDBOX.key}`
      ? next()
      : c.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key' } }, 401),
  )
  app.post('/v1/checkout/sessions', async (c) => {
    const requested = await c.req.text()
    const key = c.req.header('idempotency-key') ?? `none-${count}`
    const before = known.get(key)
    if (before !== undefined && before.asked !== requested) return c.json({ error: { type: 'idempotency_error' } }, 400)
    if (before !== undefined) return c.json(before.reply)
    const form = new Map(new URLSearchParams(requested))
    const created = nowInSeconds()
    const ends = Number(form.get('expires_at'))
    const isExpiryAllowed = ends >= created + 1800 - 60 && ends <= created + 86_400 + 60
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    if (!isExpiryAllowed || form.get('mode') !== 'payment' || !Number.isSafeInteger(amount) || amount < 1)
      return c.json({ error: { type: 'invalid_request_error' } }, 400)
    const id = `cs_test_${(count += 1)}`
    const session: StripeSession = {
      id,
      form,
      created,
      status: 'open',
      payment_status: 'unpaid',
      hasError: false,
      isUnderWay: false,
      refunds: [],
    }
    sessions.set(id, session)
    known.set(key, { asked: requested, reply: toSessionJson(session, page()) })
    return c.json(toSessionJson(session, page()))
  })
  app.get('/v1/checkout/sessions/:id', (c) => {
    const session = sessions.get(c.req.param('id'))
    return session === undefined ? c.json({ error: {} }, 404) : c.json(toSessionJson(session, page()))
  })
  app.post('/v1/checkout/sessions/:id/expire', async (c) => {
    const session = sessions.get(c.req.param('id'))
    if (session?.status !== 'open') return c.json({ error: { type: 'invalid_request_error' } }, 400)
    session.status = 'expired'
    await sendEvent('checkout.session.expired', toSessionJson(session, page()))
    return c.json(toSessionJson(session, page()))
  })
  app.post('/v1/refunds', async (c) => {
    const requested = await c.req.text()
    const form = new URLSearchParams(requested)
    const session = withIntent(form.get('payment_intent') ?? undefined)
    const key = c.req.header('idempotency-key') ?? ''
    const [before, amount] = [known.get(key), Number(form.get('amount'))]
    if (before !== undefined) return c.json(before.reply)
    if (session === undefined || amount < 1 || amount > refundableCents(session) || isDisputed(session))
      return c.json({ error: { code: 'charge_already_refunded' } }, 400)
    const refund = addRefund(session, amount, nowInSeconds())
    known.set(key, { asked: requested, reply: refund })
    await sendEvent('charge.refunded', { metadata: readMetadata(session) })
    return c.json(refund)
  })

  app.get('/v1/payment_intents/:id', (c) => {
    const session = withIntent(c.req.param('id'))
    return session === undefined ? c.json({ error: {} }, 404) : c.json({ metadata: readMetadata(session) })
  })
  app.get('/v1/disputes', (c) => {
    const session = withIntent(c.req.query('payment_intent'))
    return c.json({ data: session?.dispute === undefined ? [] : [toDisputeJson(session, session.dispute)] })
  })

  return {
    app,
    sessions,
    ...webhooks,
    onPage: (id) => {
      const session = sessions.get(id)
      if (session === undefined) return undefined
      const of = (field: string): string => session.form.get(field) ?? ''
      const currency = of('line_items[0][price_data][currency]').toUpperCase()
      return {
        title: of('line_items[0][price_data][product_data][name]'),
        amount: `${(getOrderedAmount(session) / 100).toFixed(2)} ${currency}`,
        isOpen: session.status === 'open',
        paid: of('success_url'),
        denied: of('cancel_url'),
      }
    },
    refunds: (id) =>
      (sessions.get(id)?.refunds ?? []).filter(({ status }) => status !== 'failed').map(({ amount }) => amount),
    pay: (id) =>
      step(id, 'checkout.session.completed', (session) => {
        if (session.status !== 'open') return false
        Object.assign(session, { status: 'complete', payment_status: 'paid' })
        return true
      }),
    refuse: (id) =>
      step(id, 'payment_intent.payment_failed', (session) => {
        if (session.status !== 'open') return false
        session.hasError = true
        return true
      }),
    begin: (id) =>
      step(id, 'checkout.session.completed', (session) => {
        if (session.status !== 'open') return false
        Object.assign(session, { status: 'complete', isUnderWay: true })
        return true
      }),
    arrive: (id, isPaid) =>
      step(id, `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, (session) => {
        if (!session.isUnderWay) return false
        Object.assign(session, { isUnderWay: false, hasError: !isPaid, payment_status: isPaid ? 'paid' : 'unpaid' })
        return true
      }),
    payLate: (id) =>
      step(id, 'checkout.session.completed', (session) => {
        if (session.status !== 'expired') return false
        Object.assign(session, { status: 'complete', payment_status: 'paid' })
        return true
      }),
    expire: (id) =>
      step(id, 'checkout.session.expired', (session) => {
        if (session.status !== 'open') return false
        session.status = 'expired'
        return true
      }),
    // Without our metadata, like all actions on Stripe's own pages.
    failRefund: async (id) => {
      const refund = sessions.get(id)?.refunds.findLast(({ status }) => status === 'succeeded')
      if (refund === undefined) return false
      refund.status = 'failed'
      await sendEvent('refund.failed', { ...refund, metadata: {}, payment_intent: toIntentId(id) })
      return true
    },
    dispute: async (id, status) => {
      const session = sessions.get(id)
      if (session?.payment_status !== 'paid' || (session.dispute === undefined) !== (status === 'open')) return false
      const amount = refundableCents(session)
      if (session.dispute === undefined && amount < 1) return false
      const fresh = { id: id.replace('cs_test', 'dp'), amount, status: 'needs_response', created: nowInSeconds() }
      session.dispute ??= fresh
      // A decision is later than the opening of the dispute, and later than an earlier decision.
      const { created, decided: before = created } = session.dispute
      if (status !== 'open') Object.assign(session.dispute, { status, decided: Math.max(nowInSeconds(), before + 1) })
      const type = status === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'
      await sendEvent(type, { ...toDisputeJson(session, session.dispute), metadata: {} })
      return true
    },
    refund: (id, amount) =>
      step(id, 'charge.refunded', (session) => {
        if (session.payment_status !== 'paid' || isDisputed(session) || amount > refundableCents(session)) return false
        addRefund(session, amount, nowInSeconds())
        return true
      }),
  }
}

const toIntentId = (id: string): string => id.replace('cs_', 'pi_')

function getOrderedAmount({ form }: StripeSession): number {
  return Number(form.get('line_items[0][price_data][unit_amount]'))
}

function refundableCents(session: StripeSession): number {
  return (
    getOrderedAmount(session) -
    session.refunds.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
  )
}

/** True when the payment cannot be refunded, because it is disputed or lost. */
function isDisputed({ dispute }: StripeSession): boolean {
  return dispute !== undefined && dispute.status !== 'won'
}

function toDisputeJson({ id }: StripeSession, { id: reference, amount, status, created, decided }: Dispute) {
  const isBack = status === 'won' && decided !== undefined
  const moves = [{ amount: -amount, created }, ...(isBack ? [{ amount, created: decided }] : [])]
  return {
    id: reference,
    object: 'dispute',
    amount,
    status,
    created,
    payment_intent: toIntentId(id),
    balance_transactions: moves,
  }
}

function addRefund(session: StripeSession, amount: number, created: number): Refund {
  const id = `re_${session.id.replace('cs_', '')}_${session.refunds.length + 1}`
  const refund = { id, amount, status: 'succeeded', created }
  session.refunds.push(refund)
  return refund
}

function readMetadata({ form }: StripeSession) {
  return { order: form.get('metadata[order]'), attempt: form.get('metadata[attempt]') }
}

function toSessionJson(session: StripeSession, page: string) {
  const { id, form, status, payment_status, hasError, isUnderWay, created, refunds } = session
  const isPaid = payment_status === 'paid'
  const isKnown = status === 'complete' || hasError
  const unpaidStatus = isUnderWay ? 'processing' : 'requires_payment_method'
  return {
    id,
    object: 'checkout.session',
    url: status === 'open' ? `${page}/${id}` : null,
    status,
    payment_status,
    amount_total: getOrderedAmount(session),
    currency: form.get('line_items[0][price_data][currency]'),
    client_reference_id: form.get('client_reference_id'),
    metadata: readMetadata(session),
    payment_intent: isKnown
      ? {
          id: toIntentId(id),
          status: isPaid ? 'succeeded' : unpaidStatus,
          created,
          last_payment_error: hasError && !isPaid ? { code: 'card_declined' } : null,
          latest_charge: isPaid
            ? { created, refunds: { data: refunds }, disputed: session.dispute !== undefined }
            : null,
        }
      : null,
  }
}
