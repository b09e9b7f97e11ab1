import { createPaymentProviders } from '#connectors/payments/index.ts'
import type { PaymentProviders } from '#domain/payments/index.ts'
import {
  buildSignedHeaders,
  STRIPE_SANDBOX,
  type StripeSession,
  type StripeStandIn,
  createStripeStandIn,
} from '#sandbox/stripe.ts'
import type { Chance } from '../chance.ts'
import { ORIGIN, type SimServer } from '../server.ts'
import type { Timeline } from '../timeline.ts'
import { OWNER } from './fair.ts'

const MINUTE = 60_000
/** Percent of calls or webhooks affected by each. */
const [UNREACHED, LOST_REPLY, FAILING] = [4, 4, 4]
const [LATE, TWICE, LOST] = [18, 15, 17]
/** Maximum deliveries of a webhook that was not accepted; the delay doubles each time. */
const POSTS = 9

/**
 * The bank: the sandbox's provider in the world's time, over an unreliable connection. It posts webhooks at once, late,
 * twice, out of order or never, and again if not accepted. Money of a closed session always arrives in the end, because
 * nothing else reports it.
 * Half of the events on the bank's own pages (refunds, failed refunds, disputes) send no webhook: the server learns of
 * them by asking.
 */
type Acts = 'pay' | 'refuse' | 'begin' | 'arrive' | 'refund' | 'payLate' | 'failRefund' | 'dispute'
export type Bank = Pick<StripeStandIn, Acts> & {
  readonly providers: PaymentProviders
  /** arrival of payments whose webhooks were all lost, by the payment's reference; milliseconds */
  readonly untold: ReadonlyMap<string, number>
  /** by id */
  readonly sessions: ReadonlyMap<string, StripeSession>
  /** a stranger forges a webhook of a session; @returns the status of the reply */
  forge(id: string): Promise<number | undefined>
  /** a refund on its own pages, with a webhook that arrives */
  refundKnown(id: string, amount: number): Promise<boolean>
  /** closes sessions that have expired by its own clock */
  closeDue(): void
  /** stops all faults */
  heal(): void
}

type ProviderNotice = { readonly data: { readonly object: { readonly id?: string; readonly payment_status?: string } } }

const amountOf = ({ form }: StripeSession): number => Number(form.get('line_items[0][price_data][unit_amount]'))

/** The bank's records of a session. */
export function bookOf(session: StripeSession) {
  const { id, form, status, isUnderWay, payment_status, refunds, dispute } = session
  return {
    reference: id.replace('cs_', 'pi_'),
    order: form.get('metadata[order]') ?? '',
    attempt: Number(form.get('metadata[attempt]')),
    amount: amountOf(session),
    isPaid: payment_status === 'paid',
    canBePaid: status === 'open' || isUnderWay,
    refunds: refunds.filter((refund) => refund.status === 'succeeded'),
    failed: refunds.filter((refund) => refund.status === 'failed'),
    dispute,
  }
}

/** @param isLive whether its money is real */
export function createBank(timeline: Timeline, chance: Chance, server: () => SimServer, isLive: boolean): Bank {
  let isFair = false
  const untold = new Map<string, number>()
  /** whether the event must be delivered, because nothing else reports it */
  let mustArrive = false
  let isSilent = false
  const strikes = (of100: number): boolean => !isFair && chance.int(1, 100) <= of100
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'bank', () => resolve()))
  const seconds = (): number => Math.floor(timeline.now() / 1000)

  async function deliver(body: string, headers: Record<string, string>): Promise<number | undefined> {
    const url = `${ORIGIN}/api/payments/webhooks/stripe?municipality=${encodeURIComponent(OWNER)}`
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const reply = await server().handle(new Request(url, { method: 'POST', headers: { ...headers, ...length }, body }))
    await reply?.body?.cancel()
    return reply?.status
  }
  async function post(body: string, wait: number): Promise<void> {
    let delay = wait
    for (let posted = 0; posted < POSTS; posted += 1) {
      await pause(delay)
      if ((await deliver(body, buildSignedHeaders(body, seconds(), STRIPE_SANDBOX.secret))) === 200) return
      delay = MINUTE * 2 ** Math.min(posted, 4)
    }
  }
  async function carry(body: string): Promise<void> {
    if (isSilent) return
    const isLost = strikes(LOST) && !mustArrive
    const copiesSent = (): number => {
      if (isLost) return 0
      return strikes(TWICE) ? 2 : 1
    }
    const copies = copiesSent()
    if (isLost) {
      const { id = '', payment_status } = (JSON.parse(body) as ProviderNotice).data.object
      if (payment_status === 'paid') untold.set(id.replace('cs_', 'pi_'), timeline.now())
    }
    for (let copy = 0; copy < copies; copy += 1)
      void post(body, strikes(LATE) ? chance.int(MINUTE, 40 * MINUTE) : chance.int(0, 3_000))
  }
  const stripe = createStripeStandIn(() => 'https://bank.test', { now: timeline.now, isLive, send: carry })
  /** An event of the bank itself that is reported only by its webhook. */
  async function certainly(act: () => Promise<boolean>): Promise<boolean> {
    mustArrive = true
    const done = act()
    mustArrive = false
    return done
  }
  /** An event on the bank's own pages. */
  async function onPages(act: () => Promise<boolean>): Promise<boolean> {
    isSilent = chance.happens(0.5)
    const done = act()
    isSilent = false
    return done
  }

  const providers = createPaymentProviders(
    {
      fetch: async (url, init) => {
        await pause(chance.int(0, 2_000))
        if (strikes(UNREACHED)) throw new TypeError('The bank is not reached')
        if (strikes(FAILING)) return Response.json({ error: {} }, { status: 500 })
        const reply = await stripe.app.fetch(new Request(url, init))
        await pause(chance.int(0, 500))
        if (strikes(LOST_REPLY)) throw new TypeError('The reply was lost')
        return reply
      },
      timeout: () => new AbortController().signal,
      failed: () => undefined,
    },
    { stripe: 'https://bank.test' },
  )

  return {
    ...stripe,
    untold,
    providers,
    payLate: (id) => certainly(() => stripe.payLate(id)),
    refundKnown: (id, amount) => certainly(() => stripe.refund(id, amount)),
    refund: (id, amount) => onPages(() => stripe.refund(id, amount)),
    failRefund: (id) => onPages(() => stripe.failRefund(id)),
    dispute: (id, status) => onPages(() => stripe.dispute(id, status)),
    forge: async (id) => {
      const session = stripe.sessions.get(id)
      const metadata = { order: session?.form.get('metadata[order]'), attempt: session?.form.get('metadata[attempt]') }
      const object = { id, status: 'complete', payment_status: 'paid', metadata }
      const body = JSON.stringify({
        id: 'evt_f',
        type: 'checkout.session.completed',
        livemode: isLive,
        data: { object },
      })
      const wrong = [
        buildSignedHeaders(body, seconds(), 'whsec_other'),
        buildSignedHeaders(body, seconds() - 3_600, STRIPE_SANDBOX.secret),
        buildSignedHeaders(`${body} `, seconds(), STRIPE_SANDBOX.secret),
        { 'content-type': 'application/json' },
      ]
      return deliver(body, chance.pick(wrong))
    },
    closeDue: () => {
      for (const { id, status, form } of stripe.sessions.values())
        if (status === 'open' && Number(form.get('expires_at')) <= seconds()) void stripe.expire(id)
    },
    heal: () => {
      isFair = true
    },
  }
}
