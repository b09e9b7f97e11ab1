import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { createWebhookCourier, type ProviderStandIn } from './courier.ts'

/** Webhook secret and API key. */
export const MERCADO_PAGO_SANDBOX = { key: 'TEST-sandbox', secret: 'secreto-sandbox' } as const

const preferenceSchema = z.object({
  items: z.tuple([
    z.object({ title: z.string(), quantity: z.literal(1), unit_price: z.number().positive(), currency_id: z.string() }),
  ]),
  external_reference: z.string().min(1),
  back_urls: z.object({ success: z.string(), failure: z.string() }),
  expires: z.literal(true),
  expiration_date_to: z.iso.datetime({ offset: true }),
})
const changeSchema = z.object({ expires: z.literal(true), expiration_date_to: z.iso.datetime({ offset: true }) })
type Preference = z.infer<typeof preferenceSchema>
type Refund = { readonly id: number; readonly amount: number; status: string; readonly date_created: string }
type Payment = {
  readonly id: number
  readonly preference: string
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'refunded' | 'charged_back' | 'in_mediation'
  status_detail?: string
  readonly date_created: string
  date_last_updated?: string
  readonly refunds: Refund[]
}

/** Statuses of payments with a time of approval. */
const APPROVED_STATUSES: ReadonlySet<Payment['status']> = new Set([
  'approved',
  'refunded',
  'charged_back',
  'in_mediation',
])

export type MercadoPagoStandIn = ProviderStandIn & {
  readonly app: Hono
  readonly preferences: ReadonlyMap<string, Preference>
}

/**
 * Simulates Checkout Pro with the formats of its public API: preferences, payments, their search, refunds and signed
 * webhooks.
 * @param page URL below which each preference has its payment page
 */
export function createMercadoPagoStandIn(page: () => string): MercadoPagoStandIn {
  const preferences = new Map<string, Preference>()
  const payments: Payment[] = []
  /** replies to refunds by idempotency key */
  const known = new Map<string, Refund>()
  const { dispatch, ...webhooks } = createWebhookCourier(MERCADO_PAGO_SANDBOX.secret, Date.now)
  let count = 0

  const now = (): string => new Date().toISOString()
  const isOpen = (id: string): boolean => Date.parse(preferences.get(id)?.expiration_date_to ?? '') > Date.now()
  const of = (id: string): readonly Payment[] => payments.filter(({ preference }) => preference === id)

  function shown({ id, preference, status, status_detail, date_created, date_last_updated, refunds }: Payment) {
    const { items, external_reference } = preferences.get(preference) as Preference
    const [{ unit_price: transaction_amount, currency_id }] = items
    const came = APPROVED_STATUSES.has(status) ? { date_approved: date_created } : {}
    return {
      id,
      status,
      status_detail,
      date_last_updated,
      transaction_amount,
      currency_id,
      date_created,
      ...came,
      external_reference,
      live_mode: false,
      refunds,
    }
  }

  const say = ({ id }: Payment, action: string): Promise<void> => tell({ type: 'payment', action }, { id: String(id) })

  async function tell(
    about: { readonly type: string; readonly action?: string },
    data: { readonly id: string },
  ): Promise<void> {
    const { id } = data
    const request = `req-${(count += 1)}`
    const body = JSON.stringify({ ...about, live_mode: false, data })
    await dispatch({
      body,
      sent: (seconds, secret) => {
        const text = `id:${id};request-id:${request};ts:${seconds};`
        const v1 = createHmac('sha256', secret).update(text).digest('hex')
        return {
          query: `&data.id=${id}&type=${about.type}`,
          headers: { 'x-signature': `ts=${seconds},v1=${v1}`, 'x-request-id': request },
        }
      },
    })
  }

  async function come(preference: string, status: Payment['status'], isLate = false): Promise<boolean> {
    if (!preferences.has(preference) || isOpen(preference) === isLate) return false
    const payment: Payment = { id: 1_000 + payments.length, preference, status, date_created: now(), refunds: [] }
    payments.push(payment)
    await say(payment, 'payment.created')
    return true
  }

  function back(payment: Payment, amount: number): Refund | undefined {
    const remaining = computeRefundableAmount(payment, shown(payment).transaction_amount)
    if (payment.status !== 'approved' || amount <= 0 || amount > remaining) return undefined
    const refund = { id: payment.id * 100 + payment.refunds.length, amount, status: 'approved', date_created: now() }
    payment.refunds.push(refund)
    if (amount === remaining) payment.status = 'refunded'
    return refund
  }

  const app = new Hono()
  app.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${MERCADO_PAGO_SANDBOX.key}`
      ? next()
      : c.json({ message: 'invalid access token', status: 401 }, 401),
  )
  app.post('/checkout/preferences', async (c) => {
    const parsed = preferenceSchema.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ message: 'invalid preference', status: 400 }, 400)
    const id = `pref-${(count += 1)}`
    preferences.set(id, parsed.data)
    const url = `${page()}/${id}`
    return c.json({ id, init_point: url, sandbox_init_point: url }, 201)
  })
  app.put('/checkout/preferences/:id', async (c) => {
    const before = preferences.get(c.req.param('id'))
    const change = changeSchema.safeParse(await c.req.json())
    if (before === undefined || !change.success) return c.json({ status: 400 }, before === undefined ? 404 : 400)
    preferences.set(c.req.param('id'), { ...before, ...change.data })
    return c.json({ id: c.req.param('id') })
  })
  app.get('/v1/payments/search', (c) => {
    const reference = c.req.query('external_reference')
    const results = payments.map(shown).filter(({ external_reference }) => external_reference === reference)
    return c.json({ paging: { total: results.length, limit: 30, offset: 0 }, results })
  })
  app.get('/v1/payments/:id', (c) => {
    const payment = payments.find(({ id }) => String(id) === c.req.param('id'))
    return payment === undefined ? c.json({ status: 404 }, 404) : c.json(shown(payment))
  })
  // Cancels an unpaid cash ticket.
  app.put('/v1/payments/:id', (c) => {
    const payment = payments.find(({ id }) => String(id) === c.req.param('id'))
    if (payment?.status !== 'pending') return c.json({ status: 400 }, 400)
    payment.status = 'cancelled'
    return c.json(shown(payment))
  })
  app.post('/v1/payments/:id/refunds', async (c) => {
    const key = c.req.header('x-idempotency-key') ?? ''
    const before = known.get(key)
    if (before !== undefined) return c.json(before, 201)
    const payment = payments.find(({ id }) => String(id) === c.req.param('id'))
    const { amount } = (await c.req.json()) as { amount: number }
    const refund = payment === undefined || key === '' ? undefined : back(payment, amount)
    if (payment === undefined || refund === undefined) return c.json({ message: 'amount', status: 400 }, 400)
    known.set(key, refund)
    await say(payment, 'payment.updated')
    return c.json(refund, 201)
  })

  return {
    app,
    preferences,
    ...webhooks,
    onPage: (id) => {
      const preference = preferences.get(id)
      if (preference === undefined) return undefined
      const [{ title, unit_price, currency_id }] = preference.items
      const { success: paid, failure: denied } = preference.back_urls
      return { title, amount: `${unit_price.toFixed(2)} ${currency_id}`, isOpen: isOpen(id), paid, denied }
    },
    pay: (id) => come(id, 'approved'),
    refuse: (id) => come(id, 'rejected'),
    begin: (id) => come(id, 'pending'),
    arrive: async (id, isPaid) => {
      const payment = of(id).find(({ status }) => status === 'pending')
      if (payment === undefined) return false
      payment.status = isPaid ? 'approved' : 'rejected'
      await say(payment, 'payment.updated')
      return true
    },
    payLate: (id) => come(id, 'approved', true),
    // Sends no webhook: a preference has no state, it just expires.
    expire: async (id) => {
      const before = preferences.get(id)
      if (before === undefined || !isOpen(id)) return false
      preferences.set(id, { ...before, expiration_date_to: now() })
      return true
    },
    refund: async (id, amount) => {
      const payment = of(id).find(({ status }) => status === 'approved')
      if (payment === undefined || back(payment, amount / 100) === undefined) return false
      await say(payment, 'payment.updated')
      return true
    },
    failRefund: async (id) => {
      const payment = of(id).find(({ refunds }) => refunds.some(({ status }) => status === 'approved'))
      const refund = payment?.refunds.findLast(({ status }) => status === 'approved')
      if (payment === undefined || refund === undefined) return false
      refund.status = 'rejected'
      if (payment.status === 'refunded') payment.status = 'approved'
      await say(payment, 'payment.updated')
      return true
    },
    dispute: async (id, status) => {
      const payment = of(id).find(
        (eachPayment) => eachPayment.status === (status === 'open' ? 'approved' : 'charged_back'),
      )
      if (payment === undefined) return false
      payment.status = 'charged_back'
      payment.status_detail = { open: 'in_process', won: 'reimbursed', lost: 'settled' }[status]
      payment.date_last_updated = now()
      const chargeback = { id: `23300000${payment.id}`, payment_id: payment.id }
      await tell({ type: 'topic_chargebacks_wh' }, chargeback)
      return true
    },
    refunds: (id) =>
      of(id).flatMap(({ refunds }) =>
        refunds.filter(({ status }) => status === 'approved').map(({ amount }) => Math.round(amount * 100)),
      ),
  }
}

function computeRefundableAmount({ refunds }: Payment, amount: number): number {
  return (
    Math.round(
      amount * 100 - refunds.reduce((sum, refund) => sum + (refund.status === 'approved' ? refund.amount * 100 : 0), 0),
    ) / 100
  )
}
