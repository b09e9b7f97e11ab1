import { z } from 'zod'
import {
  type DisputeStatus,
  type PaymentAccount,
  type PaymentFact,
  listDisputesWithStatus,
  describePayment,
  type AttemptContext,
  type PaymentProvider,
} from '#domain/payments/index.ts'
import { answerIdSchema, ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { callExternalSystem, type ExternalSystemDeps, type ExternalReply, type ExternalRequest } from '../http.ts'
import { toRefundRefusal, toPaymentRefusal } from './refused.ts'
import { parseSignatureHeader, isFreshTimestamp, isSignedBy } from './signed.ts'

const idSchema = z.union([z.string().min(1).max(100), z.int()]).transform(String)
const momentSchema = z.string().transform((text, context) => {
  const at = Date.parse(text)
  if (!Number.isNaN(at)) return toInstant(at)
  context.addIssue('no moment')
  return z.NEVER
})
const preferenceSchema = z.object({ id: idSchema, init_point: z.url(), sandbox_init_point: z.url().optional() })
const refundSchema = z.object({
  id: idSchema,
  amount: z.number().min(0),
  status: z.string().optional(),
  date_created: momentSchema,
})
const paymentSchema = z.object({
  id: idSchema,
  status: z.string(),
  status_detail: z.string().nullish(),
  transaction_amount: z.number().min(0),
  currency_id: z.string(),
  date_created: momentSchema,
  date_approved: momentSchema.nullish(),
  date_last_updated: momentSchema.nullish(),
  external_reference: z.string().nullish(),
  live_mode: z.boolean().optional(),
  refunds: z.array(refundSchema).nullish(),
})
type Payment = z.infer<typeof paymentSchema>
const foundSchema = z.object({ results: z.array(paymentSchema) })
const referenceSchema = z.templateLiteral([z.string(), '~', z.int()])
const postSchema = z.object({
  type: z.string().optional(),
  data: z.object({ id: idSchema, payment_id: idSchema.optional() }).optional(),
})

/** Statuses of a payment whose money was received, even if it was refunded later. */
const RECEIVED_STATUSES: ReadonlySet<string> = new Set(['approved', 'refunded', 'partially_refunded', 'charged_back'])
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['rejected', 'cancelled'])
/** Statuses of a pending payment, such as a cash ticket or a bank transfer. */
const PENDING_STATUSES: ReadonlySet<string> = new Set(['pending', 'in_process', 'authorized'])
/** Status of a payment in a dispute with the buyer, before or after the money was received. */
const IN_MEDIATION = 'in_mediation'
/** Outcome of a chargeback by its `status_detail`; with any other detail it is still open. */
const CHARGEBACK_RESULTS: Readonly<Partial<Record<string, DisputeStatus>>> = { reimbursed: 'won', settled: 'lost' }
/** Type of webhooks about chargebacks. They contain the payment's id next to the chargeback's. */
const CHARGEBACK_TOPIC = 'topic_chargebacks_wh'

/**
 * Client of Mercado Pago's Checkout Pro. The state of an attempt is derived from the payments with the attempt's
 * reference.
 * @param url base URL of the API
 */
export function createMercadoPagoProvider(deps: ExternalSystemDeps, url: string): PaymentProvider {
  async function ask(account: PaymentAccount, request: ExternalRequest): Promise<ExternalReply | undefined> {
    const reply = await callExternalSystem(deps, { name: 'mercado-pago', url, token: account.key }, request)
    if (reply !== undefined && reply.status >= 300)
      deps.failed({ system: 'mercado-pago', why: `status ${reply.status}` })
    return reply
  }

  async function searchPayments({ account, order, attempt }: AttemptContext) {
    const query = {
      external_reference: formatReference(order.id, attempt.number),
      sort: 'date_created',
      criteria: 'asc',
    }
    const reply = await ask(account, { method: 'GET', path: ['v1', 'payments', 'search'], query })
    const parsed = reply?.status === 200 ? foundSchema.safeParse(reply.json) : undefined
    if (parsed?.success === false) deps.failed({ system: 'mercado-pago', why: 'a reply of another shape' })
    return parsed?.success === true ? ok<readonly Payment[]>(parsed.data.results) : toPaymentRefusal(reply)
  }

  const look: PaymentProvider['look'] = async (attempt) => {
    const payments = await searchPayments(attempt)
    return payments.ok ? ok(payments.value.flatMap((item) => buildMercadoPagoFacts(item, attempt))) : payments
  }

  return {
    look,

    async open(attempt, pages) {
      const { account } = attempt
      const reply = await ask(account, {
        method: 'POST',
        path: ['checkout', 'preferences'],
        body: buildPreference(attempt, pages),
      })
      const parsed = reply?.status === 201 || reply?.status === 200 ? preferenceSchema.safeParse(reply.json) : undefined
      if (parsed?.success !== true) return toPaymentRefusal(reply)
      const { id, init_point: live, sandbox_init_point: test } = parsed.data
      return ok({ session: id, url: account.mode === 'test' ? (test ?? live) : live })
    },

    async close(context) {
      const { account, attempt } = context
      const path = ['checkout', 'preferences', attempt.session ?? '']
      // A preference cannot be closed, but it cannot be paid after its expiry date.
      const over = { expires: true, expiration_date_to: attempt.openedAt }
      const ended = await ask(account, { method: 'PUT', path, body: over })
      if (ended?.status !== 200) return toPaymentRefusal(ended)
      const payments = await searchPayments(context)
      if (!payments.ok) return payments
      const waiting = payments.value.filter(isPaymentPending)
      for (const { id } of waiting)
        await ask(account, { method: 'PUT', path: ['v1', 'payments', id], body: { status: 'cancelled' } })
      const now = waiting.length === 0 ? payments : await searchPayments(context)
      if (!now.ok) return now
      const facts = now.value.flatMap((item) => buildMercadoPagoFacts(item, context))
      const isOpen = now.value.some(isPaymentPending)
      return ok(isOpen || facts.some(({ kind }) => kind === 'paid') ? facts : [...facts, buildClosedFact(context)])
    },

    async refund({ account, order, refund, amount }, key) {
      const reply = await ask(account, {
        method: 'POST',
        path: ['v1', 'payments', refund.payment, 'refunds'],
        body: { amount: amount / 100 },
        headers: { 'x-idempotency-key': key },
      })
      const parsed = reply?.status === 201 || reply?.status === 200 ? refundSchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok(refundFact(parsed.data, refund.payment))
      deps.failed({ system: 'mercado-pago', why: `a refund of ${order.id} was not taken on` })
      return toRefundRefusal(reply)
    },

    async read(account, { body, query, header, now }) {
      const parts = parseSignatureHeader(header('x-signature') ?? '')
      const [at] = parts.get('ts') ?? []
      const post = postSchema.safeParse(parseJsonOrUndefined(body))
      const id = query['data.id'] ?? post.data?.data?.id ?? ''
      const request = header('x-request-id')
      const signed = `id:${id.toLowerCase()};${request === undefined ? '' : `request-id:${request};`}ts:${at};`
      const isGood =
        isFreshTimestamp(at, now) && (await isSignedBy(signed, parts.get('v1') ?? [], account.webhookSecrets))
      if (!isGood) return refuse('access.forbidden')
      const type = query['type'] ?? post.data?.type ?? 'unknown'
      const about = { payment: id, [CHARGEBACK_TOPIC]: post.data?.data?.payment_id ?? '' }[type] ?? ''
      if (about === '') return ok({ event: `${type} ${id}`, about: null })
      const reply = await ask(account, { method: 'GET', path: ['v1', 'payments', about] })
      if (reply === undefined || reply.status >= 500) return refuse('payment.failed')
      const payment = paymentSchema.safeParse(reply.json)
      return ok({ event: `${type} ${id}`, about: payment.success ? identifyAttempt(payment.data, account) : null })
    },
  }
}

function formatReference(order: string, attempt: number): string {
  return `${order}~${attempt}`
}

/**
 * Returns the order and attempt of a payment. Null without a valid reference, for a test payment in a live account, and
 * the reverse.
 */
function identifyAttempt({ external_reference: reference, live_mode: live }: Payment, { mode }: PaymentAccount) {
  if (!referenceSchema.safeParse(reference).success || (live !== undefined && live !== (mode === 'live'))) return null
  const [order, attempt] = (reference ?? '').split('~')
  const id = answerIdSchema.safeParse(order)
  return id.success ? { order: id.data, attempt: Number(attempt) } : null
}

function buildPreference(
  { order, attempt }: AttemptContext,
  pages: { readonly paid: string; readonly denied: string; readonly notify: string },
) {
  return {
    items: [
      {
        title: describePayment(order),
        quantity: 1,
        unit_price: attempt.amount / 100,
        currency_id: order.currency.name,
      },
    ],
    external_reference: formatReference(order.id, attempt.number),
    ...(order.email === '' ? {} : { payer: { email: order.email } }),
    // After a pending payment, the payer returns to the paid page, which waits for the payment.
    back_urls: { success: pages.paid, pending: pages.paid, failure: pages.denied },
    auto_return: 'approved',
    notification_url: pages.notify,
    expires: true,
    expiration_date_to: attempt.expiresAt,
  }
}

function buildClosedFact({ attempt }: AttemptContext): PaymentFact {
  const { number, expiresAt } = attempt
  return {
    kind: 'closed',
    attempt: number,
    provider: 'mercado-pago',
    reference: String(number),
    amount: 0,
    at: expiresAt,
  }
}

function isPaymentReceived({ status, date_approved: approved }: Payment): boolean {
  return RECEIVED_STATUSES.has(status) || (status === IN_MEDIATION && typeof approved === 'string')
}

function isPaymentPending(payment: Payment): boolean {
  return PENDING_STATUSES.has(payment.status) || (payment.status === IN_MEDIATION && !isPaymentReceived(payment))
}

function buildMercadoPagoFacts(payment: Payment, { order, attempt }: AttemptContext): readonly PaymentFact[] {
  const { id, status, transaction_amount: amount, currency_id: currency, date_created: created, refunds } = payment
  const base = { attempt: attempt.number, provider: 'mercado-pago', reference: id } as const
  if (REFUSED_STATUSES.has(status)) return [{ ...base, kind: 'refused', amount: 0, at: created }]
  if (!isPaymentReceived(payment)) return []
  const kind = currency === order.currency.name ? 'paid' : 'mismatch'
  const came: PaymentFact = { ...base, kind, amount: Math.round(amount * 100), at: payment.date_approved ?? created }
  return [came, ...(refunds ?? []).map((refund) => refundFact(refund, id)), ...buildDisputeFacts(payment, order.facts)]
}

/**
 * Returns the status of a payment's dispute, if it has changed. The dispute has the payment's id, and may be reopened:
 * a mediation may become a chargeback.
 */
function buildDisputeFacts(payment: Payment, known: readonly PaymentFact[]): readonly PaymentFact[] {
  const { id, transaction_amount: amount, date_last_updated: updated, date_created: created } = payment
  const reference = `dispute-${id}`
  const before = listDisputesWithStatus(known).find(
    (eachDispute) => eachDispute.provider === 'mercado-pago' && eachDispute.reference === reference,
  )
  const dispute = toDisputeStatus(payment, before?.status)
  if (dispute === undefined || dispute === before?.status) return []
  const refunded = (payment.refunds ?? [])
    .map((refund) => refundFact(refund, id))
    .reduce((sum, item) => sum + (item.kind === 'refunded' ? item.amount : 0), 0)
  const remaining = Math.max(0, Math.round(amount * 100) - refunded)
  const disputed = dispute === 'open' ? remaining : (before?.amount ?? remaining)
  const fact = { kind: 'disputed', attempt: 0, provider: 'mercado-pago', reference, of: id } as const
  return [{ ...fact, dispute, amount: disputed, at: updated ?? created }]
}

/**
 * | payment | dispute |
 * |---|---|
 * | in_mediation | open |
 * | charged_back | by its detail: open, won or lost |
 * | refunded, after an open dispute | lost, because the provider returned the money |
 * | refunded, after a decided dispute | unchanged |
 * | any other status, after a dispute | won |
 *
 * @param before status in our records; undefined: there was no dispute
 */
function toDisputeStatus(
  { status, status_detail: detail }: Payment,
  before: DisputeStatus | undefined,
): DisputeStatus | undefined {
  if (status === IN_MEDIATION) return 'open'
  if (status === 'charged_back') return CHARGEBACK_RESULTS[detail ?? ''] ?? 'open'
  if (before === undefined) return undefined
  if (status === 'refunded') return before === 'open' ? 'lost' : before
  return 'won'
}

function refundFact(
  { id, amount, status, date_created: instant }: z.infer<typeof refundSchema>,
  of: string,
): PaymentFact {
  const kind = status === 'rejected' || status === 'cancelled' ? 'refund-failed' : 'refunded'
  return {
    kind,
    attempt: 0,
    provider: 'mercado-pago',
    reference: id,
    of,
    amount: Math.round(amount * 100),
    at: instant,
  }
}

function parseJsonOrUndefined(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
