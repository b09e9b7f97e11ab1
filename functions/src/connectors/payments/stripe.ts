import { z } from 'zod'
import {
  type DisputeStatus,
  type PaymentAccount,
  type PaymentFact,
  fromSmallestUnit,
  describePayment,
  toSmallestUnit,
  type AttemptContext,
  type PaymentProvider,
} from '#domain/payments/index.ts'
import { answerIdSchema, ok, refuse, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { callExternalSystem, type ExternalSystemDeps, type ExternalReply, type ExternalRequest } from '../http.ts'
import { toRefundRefusal, toPaymentRefusal } from './refused.ts'
import { parseSignatureHeader, isFreshTimestamp, isSignedBy } from './signed.ts'

/** API version that the schemas below match; the account's default version may differ. */
const API_VERSION = '2024-06-20'
const MINUTE = 60_000
/**
 * Limits of a session's lifetime in milliseconds. Stripe allows 30 minutes to 24 hours; our limits are a minute
 * stricter, because its clock may differ.
 */
const MIN_SESSION_MS = 31 * MINUTE
const MAX_SESSION_MS = 24 * 60 * MINUTE - MINUTE

/** Turns Stripe's null for a missing value into undefined. */
function toUndefinedIfNull<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined
}

const metadataSchema = z.object({ order: answerIdSchema, attempt: z.coerce.number().int().min(1) })
const refundSchema = z.object({
  id: z.string().max(200),
  amount: z.int().min(0),
  status: z.string().nullish(),
  created: z.int().min(0),
})
const disputeSchema = z.object({
  id: z.string().max(200),
  amount: z.int().min(0),
  status: z.string(),
  created: z.int().min(0),
  balance_transactions: z.array(z.object({ amount: z.int(), created: z.int().min(0) })).nullish(),
})
type StripeDispute = z.infer<typeof disputeSchema>
const disputesSchema = z.object({ data: z.array(disputeSchema) })
const intentSchema = z.object({
  id: z.string().max(200),
  status: z.string(),
  created: z.int().min(0),
  last_payment_error: z.object({}).nullish().transform(toUndefinedIfNull),
  latest_charge: z
    .object({
      created: z.int().min(0),
      refunds: z.object({ data: z.array(refundSchema) }).nullish(),
      disputed: z.boolean().nullish(),
    })
    .nullish(),
})
const sessionSchema = z.object({
  id: z.string().min(1).max(200),
  url: z.string().max(4000).nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  amount_total: z.int().min(0),
  currency: z.string(),
  payment_intent: intentSchema.nullish().transform(toUndefinedIfNull),
})
type Session = z.infer<typeof sessionSchema>
const eventSchema = z.object({
  id: z.string().max(200),
  type: z.string().max(200),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ metadata: z.unknown().optional(), payment_intent: z.unknown().optional() }) }),
})
const ownedSchema = z.object({ metadata: metadataSchema })
const intentIdSchema = z.string().regex(/^pi_\w{1,190}$/)
/** Statuses of a dispute that ended without a decision: an inquiry, or a claim that was settled in advance. */
const DISPUTE_OVER: ReadonlySet<string> = new Set(['warning_closed', 'prevented', 'charge_refunded'])

/**
 * Client of Stripe's hosted checkout. Only the server calls Stripe, so our pages never load its code or see a card.
 * @param url base URL of the API
 */
export function createStripeProvider(deps: ExternalSystemDeps, url: string): PaymentProvider {
  async function ask(account: PaymentAccount, request: ExternalRequest): Promise<ExternalReply | undefined> {
    const system = { name: 'stripe', url, token: account.key }
    const reply = await callExternalSystem(deps, system, { ...request, headers: { 'stripe-version': API_VERSION } })
    if (reply !== undefined && reply.status !== 200) deps.failed({ system: 'stripe', why: `status ${reply.status}` })
    return reply
  }

  function parseSession(reply: ExternalReply | undefined): Session | undefined {
    if (reply?.status !== 200) return undefined
    const session = sessionSchema.safeParse(reply.json)
    if (!session.success) deps.failed({ system: 'stripe', why: 'a reply of another shape' })
    return session.data
  }

  const look: PaymentProvider['look'] = async (context) => {
    const { account, attempt } = context
    const path = ['v1', 'checkout', 'sessions', attempt.session ?? '']
    const reply = await ask(account, { method: 'GET', path, query: { 'expand[]': EXPANDED_FIELDS } })
    const session = parseSession(reply)
    if (session === undefined) return toPaymentRefusal(reply)
    const disputes = await readDisputes(account, session.payment_intent)
    if (!disputes.ok) return disputes
    const payment = session.payment_intent?.id ?? ''
    const facts = disputes.value.map((item) => buildDisputeFact(item, payment, context.order.currency))
    return ok([...buildStripeFacts(session, context), ...facts])
  }

  /** Reads the disputes of a payment, if it has any: a charge only says whether it was ever disputed. */
  async function readDisputes(account: PaymentAccount, intent: Session['payment_intent']) {
    if (intent?.latest_charge?.disputed !== true) return ok<readonly StripeDispute[]>([])
    const reply = await ask(account, {
      method: 'GET',
      path: ['v1', 'disputes'],
      query: { payment_intent: intent.id, limit: '100' },
    })
    const parsed = reply?.status === 200 ? disputesSchema.safeParse(reply.json) : undefined
    if (parsed?.success === false) deps.failed({ system: 'stripe', why: 'a reply of another shape' })
    return parsed?.success === true ? ok<readonly StripeDispute[]>(parsed.data.data) : toPaymentRefusal(reply)
  }

  /** Reads the order from the payment's metadata. Disputes and refunds made on Stripe's own pages have none. */
  async function readPaymentIntent(account: PaymentAccount, intent: unknown) {
    const id = intentIdSchema.safeParse(intent)
    if (!id.success) return ok(null)
    const reply = await ask(account, { method: 'GET', path: ['v1', 'payment_intents', id.data] })
    if (reply === undefined || reply.status >= 500) return refuse('payment.failed')
    const owned = ownedSchema.safeParse(reply.json)
    return ok(owned.success ? owned.data.metadata : null)
  }

  return {
    look,

    async open(context, pages) {
      const { account, order, attempt } = context
      const reply = await ask(account, {
        method: 'POST',
        path: ['v1', 'checkout', 'sessions'],
        form: sessionForm(context, pages),
        // Repeating an order, attempt and amount returns the same session. Another amount needs another key.
        idempotencyKey: `${order.id}~${attempt.number}~${attempt.amount}`,
      })
      const session = parseSession(reply)
      return typeof session?.url === 'string' ? ok({ session: session.id, url: session.url }) : toPaymentRefusal(reply)
    },

    async close(context) {
      const { account, attempt } = context
      const path = ['v1', 'checkout', 'sessions', attempt.session ?? '', 'expire']
      await ask(account, { method: 'POST', path, form: {} })
      // Reads the session, which has expired or was paid just before.
      return look(context)
    },

    async refund({ account, order, refund, amount }, key) {
      const reply = await ask(account, {
        method: 'POST',
        path: ['v1', 'refunds'],
        form: {
          payment_intent: refund.payment,
          amount: String(toSmallestUnit(amount, order.currency)),
          'metadata[order]': order.id,
          'metadata[attempt]': String(order.facts.find(({ reference }) => reference === refund.payment)?.attempt ?? 1),
        },
        idempotencyKey: key,
      })
      const parsed = reply?.status === 200 ? refundSchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) {
        const fact = refundFact(parsed.data, refund.payment, order.currency)
        return ok(fact ?? { ...REFUNDED, ...toRefundFact(parsed.data, refund.payment, order.currency) })
      }
      return toRefundRefusal(reply)
    },

    async read(account, { body, header, now }) {
      const parts = parseSignatureHeader(header('stripe-signature') ?? '')
      const [at, ...more] = parts.get('t') ?? []
      const isGood =
        more.length === 0 &&
        isFreshTimestamp(at, now) &&
        (await isSignedBy(`${at}.${body}`, parts.get('v1') ?? [], account.webhookSecrets))
      if (!isGood) return refuse('access.forbidden')
      const event = eventSchema.safeParse(parseJsonOrUndefined(body))
      if (!event.success) return ok({ event: 'unknown', about: null })
      const { id, type, livemode, data } = event.data
      const about = metadataSchema.safeParse(data.object.metadata)
      // Ignores test payments for accounts in live mode, and the reverse.
      const isOfAccountMode = livemode === (account.mode === 'live')
      if (!isOfAccountMode || about.success)
        return ok({ event: `${type} ${id}`, about: isOfAccountMode && about.success ? about.data : null })
      const found = await readPaymentIntent(account, data.object.payment_intent)
      return found.ok ? ok({ event: `${type} ${id}`, about: found.value }) : found
    },
  }
}

const EXPANDED_FIELDS = 'payment_intent.latest_charge.refunds'
const REFUNDED = { kind: 'refunded' } as const

function sessionForm({ order, attempt }: AttemptContext, pages: { readonly paid: string; readonly denied: string }) {
  const opened = toMilliseconds(attempt.openedAt)
  const ends = Math.min(Math.max(toMilliseconds(attempt.expiresAt), opened + MIN_SESSION_MS), opened + MAX_SESSION_MS)
  const about = { order: order.id, attempt: String(attempt.number) }
  return {
    mode: 'payment',
    client_reference_id: order.id,
    success_url: pages.paid,
    cancel_url: pages.denied,
    expires_at: String(Math.floor(ends / 1000)),
    ...(order.email === '' ? {} : { customer_email: order.email }),
    ...Object.fromEntries(Object.entries(about).map(([name, value]) => [`metadata[${name}]`, value])),
    ...Object.fromEntries(
      Object.entries(about).map(([name, value]) => [`payment_intent_data[metadata][${name}]`, value]),
    ),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': order.currency.name.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(toSmallestUnit(attempt.amount, order.currency)),
    'line_items[0][price_data][product_data][name]': describePayment(order),
    'expand[]': EXPANDED_FIELDS,
  }
}

function buildStripeFacts(session: Session, { order, attempt }: AttemptContext): readonly PaymentFact[] {
  const { status, payment_status: payment, payment_intent: intent } = session
  const base = { attempt: attempt.number, provider: 'stripe' } as const
  const facts: PaymentFact[] = []
  const isRefused = intent?.last_payment_error !== undefined && payment !== 'paid'
  if (intent !== undefined && isRefused)
    facts.push({ ...base, kind: 'refused', reference: intent.id, amount: 0, at: toInstantFromSeconds(intent.created) })
  if (payment === 'paid' && intent !== undefined) {
    const isOther = session.currency.toUpperCase() !== order.currency.name
    const amount = fromSmallestUnit(session.amount_total, order.currency)
    const instant = toInstantFromSeconds(intent.latest_charge?.created ?? intent.created)
    facts.push({ ...base, kind: isOther ? 'mismatch' : 'paid', reference: intent.id, amount, at: instant })
  }
  // A slow payment method has failed: the session is complete, but unpaid, and cannot be paid again.
  const hasFailed = status === 'complete' && payment === 'unpaid' && intent?.status === 'requires_payment_method'
  if (status === 'expired' || hasFailed)
    facts.push({ ...base, kind: 'closed', reference: String(attempt.number), amount: 0, at: attempt.expiresAt })
  for (const refund of intent?.latest_charge?.refunds?.data ?? []) {
    const fact = refundFact(refund, intent?.id ?? '', order.currency)
    if (fact !== undefined) facts.push(fact)
  }
  return facts
}

type StripeRefund = z.infer<typeof refundSchema>

/** Returns undefined while the refund is pending. */
function refundFact(refund: StripeRefund, payment: string, currency: { readonly sign: string; readonly name: string }) {
  const { status } = refund
  if (status === 'failed' || status === 'canceled')
    return { kind: 'refund-failed', ...toRefundFact(refund, payment, currency) } as const
  return status === 'succeeded' ? { ...REFUNDED, ...toRefundFact(refund, payment, currency) } : undefined
}

function buildDisputeFact(
  { id, amount, status, created, balance_transactions: moves }: StripeDispute,
  of: string,
  currency: { readonly sign: string; readonly name: string },
): PaymentFact {
  const instant = toInstantFromSeconds(Math.max(created, ...(moves ?? []).map((move) => move.created)))
  const dispute = toStripeDisputeStatus(status, moves ?? [])
  const cents = fromSmallestUnit(amount, currency)
  return { kind: 'disputed', attempt: 0, provider: 'stripe', reference: id, of, dispute, amount: cents, at: instant }
}

/** @param moves changes of the account's balance; negative amounts were taken from the account */
function toStripeDisputeStatus(status: string, moves: readonly { readonly amount: number }[]): DisputeStatus {
  if (status === 'won' || status === 'lost') return status
  if (!DISPUTE_OVER.has(status)) return 'open'
  return moves.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
}

function toRefundFact(
  { id, amount, created }: StripeRefund,
  of: string,
  currency: { readonly sign: string; readonly name: string },
) {
  const at = toInstantFromSeconds(created)
  return { attempt: 0, provider: 'stripe', reference: id, of, amount: fromSmallestUnit(amount, currency), at } as const
}

function toInstantFromSeconds(seconds: number) {
  return toInstant(seconds * 1000)
}

function parseJsonOrUndefined(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
