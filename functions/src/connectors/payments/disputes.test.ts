import { describe, expect, it } from 'vitest'
import { addFacts, type PaymentFact, type PaymentOrder } from '#domain/payments/index.ts'
import { buildAccount } from '#tests/support/builders/paying.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { createPaymentProviders } from './index.ts'

/** Disputes as the providers' API references show them. */
const ORDER = buildOrder({ facts: [] })
const [attempt] = ORDER.attempts as [PaymentOrder['attempts'][number]]

/** Providers with these replies, by requested path. */
function providersWith(replies: Readonly<Record<string, unknown>>) {
  return createPaymentProviders({
    fetch: async (url) => {
      const { pathname } = new URL(String(url))
      return pathname in replies ? Response.json(replies[pathname]) : Response.json({}, { status: 404 })
    },
    timeout: () => new AbortController().signal,
    failed: ({ system, why }) => {
      throw new Error(`${system}: ${why}`)
    },
  })
}

/** The order after its provider was asked once for each of these replies. */
async function askedAbout(
  name: 'stripe' | 'mercado-pago',
  all: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly PaymentFact[]> {
  let order = ORDER
  for (const replies of all) {
    const account = buildAccount({ provider: name })
    const facts = await providersWith(replies)[name].look({ account, order, attempt })
    if (!facts.ok) throw new Error(facts.problem.code)
    order = addFacts(order, facts.value)
  }
  return order.facts.filter(({ kind }) => kind === 'disputed')
}

const wordsOf = (facts: readonly PaymentFact[]) => facts.map(({ dispute, amount }) => `${dispute} ${amount}`)

describe('a dispute at Stripe', () => {
  const OPENED = 1_700_000_000
  const withdrawn = { amount: -10_000, created: OPENED + 10 }
  const back = { amount: 10_000, created: OPENED + 99 }
  const replies = (status: string, moves: readonly object[]) => ({
    '/v1/checkout/sessions/cs_1': {
      id: 'cs_1',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 10_000,
      currency: 'ars',
      payment_intent: {
        id: 'pi_1',
        status: 'succeeded',
        created: OPENED - 1_000,
        latest_charge: { created: OPENED - 900, refunds: { data: [] }, disputed: true },
      },
    },
    '/v1/disputes': {
      object: 'list',
      data: [{ id: 'dp_1', amount: 10_000, status, created: OPENED, balance_transactions: moves }],
    },
  })

  it.each([
    ['warning_needs_response', [], 'open'],
    ['warning_under_review', [], 'open'],
    ['needs_response', [withdrawn], 'open'],
    ['under_review', [withdrawn], 'open'],
    ['won', [withdrawn, back], 'won'],
    ['lost', [withdrawn], 'lost'],
    ['warning_closed', [], 'won'],
    // Visa's rapid resolution has returned the money to the payer.
    ['prevented', [withdrawn], 'lost'],
    ['prevented', [], 'won'],
    ['charge_refunded', [withdrawn, back], 'won'],
  ])('that is %s with %j is %s', async (status, moves, dispute) => {
    expect(wordsOf(await askedAbout('stripe', [replies(status, moves)]))).toEqual([`${dispute} 10000`])
  })

  it('that becomes a chargeback after it was an inquiry is open all the time, and then lost', async () => {
    const all = [
      replies('warning_needs_response', []),
      replies('warning_needs_response', []),
      replies('needs_response', [withdrawn]),
      replies('lost', [withdrawn]),
      replies('lost', [withdrawn]),
    ]
    expect(wordsOf(await askedAbout('stripe', all))).toEqual(['open 10000', 'open 10000', 'lost 10000'])
  })
})

describe('a dispute at Mercado Pago', () => {
  const replies = (minute: number, status: string, status_detail: string, refunded = 0) => ({
    '/v1/payments/search': {
      results: [
        {
          id: 81_968_653_106,
          status,
          status_detail,
          transaction_amount: 100,
          currency_id: 'ARS',
          date_created: '2026-11-01T10:00:00.000-03:00',
          date_approved: '2026-11-01T10:00:05.000-03:00',
          date_last_updated: `2026-11-02T10:${minute}:00.000-03:00`,
          refunds:
            refunded === 0
              ? []
              : [{ id: 7, amount: refunded, status: 'approved', date_created: '2026-11-02T10:30:00.000-03:00' }],
        },
      ],
    },
  })

  it.each([
    ['in_process', 'open'],
    ['settled', 'lost'],
    ['reimbursed', 'won'],
  ])('that is charged_back and %s is %s', async (detail, dispute) => {
    const facts = await askedAbout('mercado-pago', [replies(10, 'charged_back', detail)])
    expect(wordsOf(facts)).toEqual([`${dispute} 10000`])
  })

  it('is reported once, however often the payment changes', async () => {
    const all = [10, 11, 12].map((minute) => replies(minute, 'charged_back', 'in_process'))
    expect(wordsOf(await askedAbout('mercado-pago', all))).toEqual(['open 10000'])
  })

  it('is a mediation that is closed, and then a chargeback', async () => {
    const all = [
      replies(10, 'in_mediation', 'pending'),
      replies(11, 'approved', 'accredited'),
      replies(12, 'charged_back', 'in_process'),
      replies(13, 'charged_back', 'settled'),
    ]
    expect(wordsOf(await askedAbout('mercado-pago', all))).toEqual([
      'open 10000',
      'won 10000',
      'open 10000',
      'lost 10000',
    ])
  })

  it('is lost where the mediation gave the money back, and a later refund changes nothing', async () => {
    const lost = [replies(10, 'in_mediation', 'pending'), replies(11, 'refunded', 'refunded', 100)]
    expect(wordsOf(await askedAbout('mercado-pago', lost))).toEqual(['open 10000', 'lost 10000'])
    const won = [
      replies(10, 'in_mediation', 'pending'),
      replies(11, 'approved', 'accredited'),
      replies(12, 'refunded', 'refunded', 100),
    ]
    expect(wordsOf(await askedAbout('mercado-pago', won))).toEqual(['open 10000', 'won 10000'])
  })

  it('is of what had not been refunded before', async () => {
    const facts = await askedAbout('mercado-pago', [replies(10, 'charged_back', 'in_process', 40)])
    expect(wordsOf(facts)).toEqual(['open 6000'])
  })
})
