import { beforeEach, expect, it } from 'vitest'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import { addFactsUnit, cancelOrderUnit, refundUnit } from '#domain/payments/judge/index.ts'
import { ok, refuse, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { buildLedger, findOpenAttempt } from '#domain/payments/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { buildAccount, OWNER, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Connectors, Store } from '#core/ports.ts'
import { carryOutRefund } from '#core/payments/carry-out.ts'
import { reconcilePaymentAttempt } from '#core/payments/watch.ts'

/** Refusals by a provider, and unknown results because it does not reply. */
let store: Store
let status: number
let now: number
const order = buildOrder()
const attempts = order.attempts.map(({ session: _, ...rest }) => rest)
const payments = createPaymentProviders({
  fetch: async () => (status === 0 ? Promise.reject(new Error('cut')) : Response.json({}, { status })),
  timeout: () => new AbortController().signal,
  failed: () => undefined,
})
const connectors = { payments } as Connectors
const put = (stored: typeof order) =>
  store.commit({ keysFor: () => [], decide: () => ({ result: 0, writes: [set(keys.paymentOrder(order.id), stored)] }) })
const stored = async () => (await store.get(keys.paymentOrder(order.id))) ?? order
const ports = () => ({ store, clock: () => now })
beforeEach(async () => {
  store = openMemoryStore()
  now = toMilliseconds(NOW) + 60_000
  const account = set(keys.paymentAccount(OWNER), buildAccount())
  await store.commit({ keysFor: () => [], decide: () => ({ result: 0, writes: [account] }) })
})

it.each([400, 401, 0])(
  'an attempt that was never begun ends with its time, where the provider says %i',
  async (said) => {
    status = said
    await put({ ...order, attempts })
    const watched = () =>
      reconcilePaymentAttempt(
        ports(),
        connectors,
        { payload: { answer: order.id, attempt: 1 } } as never,
        STEPPING.effects,
      )
    const early = await watched()
    expect([early.ok, 'waits' in early, early.system]).toEqual([false, true, said === 0 ? 'down' : undefined])
    now = toMilliseconds(order.expiresAt)
    expect(await watched()).toMatchObject({ ok: true })
    expect([findOpenAttempt(await stored()), (await stored()).status]).toEqual([undefined, 'Rechazado'])
  },
)

it.each([
  [400, 1, { asked: 0, free: 10_000 }],
  [401, 0, { asked: 4_000, free: 6_000 }],
  [409, 0, { asked: 4_000, free: 6_000 }],
  [503, 0, { asked: 4_000, free: 6_000 }],
])('a refund at which the provider says %i can be asked for again: %i', async (said, failed, ledger) => {
  status = said
  await put({ ...order, facts: [...order.facts, buildFact('paid')], status: 'Pagado', delivery: 'delivered' })
  const wish = { id: 'M'.repeat(26) as never, amount: 4_000, reason: 'Lluvia' }
  await store.commit(refundUnit(order.id, wish, 'sofia' as never, { ...STEPPING, now: toInstant(now) }))
  const job = { id: 'j', payload: { answer: order.id, refund: 0 } } as never
  expect(await carryOutRefund(ports(), connectors, job, STEPPING.effects)).toMatchObject({ ok: false })
  const after = await stored()
  expect([after.facts.filter(({ kind }) => kind === 'refund-failed').length, buildLedger(after)]).toMatchObject([
    failed,
    ledger,
  ])
})

// A backup was restored: the provider has refunded before, refuses to do it again, and its page shows the refund.
it.each([
  ['all of it', [10_000], [0, 0], [{ payment: 'pi_1', withdrawn: true }]],
  ['a part', [4_000], [6_000, 1], [{ payment: 'pi_1', reference: expect.stringContaining('refused~') }]],
  ['nothing', [], [10_000, 1], [{ payment: 'pi_1', reference: expect.stringContaining('refused~') }]],
] as const)(
  'a refund that the provider refuses, which has refunded %s',
  async (_, amounts, [kept, failed], refunds) => {
    await put({ ...order, facts: [...order.facts, buildFact('paid')], status: 'Pagado', delivery: 'delivered' })
    await store.commit(cancelOrderUnit(order.id, { ...STEPPING, now: toInstant(now) }))
    const given = amounts.map((amount) => buildFact('refunded', { attempt: 0, reference: 're_1', of: 'pi_1', amount }))
    const refund = async () => ({ ...refuse('payment.failed'), isFinal: true })
    const restored = { payments: { stripe: { refund, look: async () => ok([buildFact('paid'), ...given]) } } } as never
    const job = { id: 'j', payload: { answer: order.id, refund: 0 } } as never
    const result = await carryOutRefund(ports(), restored, job, STEPPING.effects)
    const after = await stored()
    const failures = after.facts.filter(({ kind }) => kind === 'refund-failed').length
    expect([result.ok, buildLedger(after).kept, failures]).toEqual([failed === 0, kept, failed])
    expect(after.refunds).toMatchObject(refunds)
  },
)

it('an automatic refund that is no longer needed ends, and money that is to be refunded later gets another', async () => {
  const second = buildFact('paid', { reference: 'pi_2' })
  await put({ ...order, facts: [...order.facts, buildFact('paid')], status: 'Pagado', delivery: 'delivered' })
  const hear = (fact: typeof second) => store.commit(addFactsUnit(order.id, [fact], STEPPING))
  await hear(second)
  await hear(buildFact('refunded', { reference: 're_1', of: 'pi_1' }))
  status = 200
  const job = { id: 'j', payload: { answer: order.id, refund: 0 } } as never
  expect(await carryOutRefund(ports(), connectors, job, STEPPING.effects)).toMatchObject({ ok: true })
  expect((await stored()).refunds).toMatchObject([{ payment: 'pi_2', withdrawn: true }])
  await hear(buildFact('refund-failed', { reference: 're_1', of: 'pi_1' }))
  expect((await stored()).refunds.map(({ payment, withdrawn }) => [payment, withdrawn])).toEqual([
    ['pi_2', true],
    ['pi_2', undefined],
  ])
})
