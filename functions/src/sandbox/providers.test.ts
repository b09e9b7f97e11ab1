import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import type { PaymentAttempt, PaymentFact } from '#domain/payments/index.ts'
import { generateAnswerId, toInstant } from '#domain/kernel/index.ts'
import { buildAccount } from '#tests/support/builders/paying.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { standInsOf, type StandInName } from '#tests/support/server/paying-world.ts'
import { MISBEHAVIOURS } from './misbehaviour.ts'
import { startSandbox, type Sandbox } from './start.ts'

/**
 * Over real HTTP: how each client interprets its provider, and that no external system can hang, deceive or break it.
 */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.misbehave(undefined))
const PAGES = {
  paid: 'https://relevo.example/si',
  denied: 'https://relevo.example/no',
  notify: 'https://relevo.example/w',
}
let orders = 0

describe.each<StandInName>(['stripe', 'mercado-pago'])('%s', (name) => {
  const there = () => standInsOf(sandbox)[name]
  const providerOf = (patience = 10_000) =>
    createPaymentProviders(
      {
        fetch: (url, init) => fetch(url, init),
        timeout: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, patience)),
        failed: () => undefined,
      },
      sandbox.addresses,
    )[name]
  const accountOf = () =>
    buildAccount({ provider: name, mode: 'test', key: there().key, webhookSecrets: [there().secret] })

  /** An order whose attempt begins now and ends in an hour. */
  async function begun(change: Readonly<Record<string, unknown>> = {}) {
    const [openedAt, expiresAt] = [toInstant(Date.now()), toInstant(Date.now() + 3_600_000)]
    const attempt: PaymentAttempt = { number: 1, provider: name, amount: 10_000, openedAt, expiresAt }
    const order = buildOrder({ id: generateAnswerId(bytesFor((orders += 1))), attempts: [attempt], ...change })
    const account = accountOf()
    const opened = await providerOf().open({ account, order, attempt }, PAGES)
    if (!opened.ok) throw new Error(opened.problem.code)
    return { account, order, attempt: { ...attempt, ...opened.value }, id: opened.value.session }
  }
  type Begun = Awaited<ReturnType<typeof begun>>
  async function factsOf(of: Begun, how: 'look' | 'close' = 'look'): Promise<readonly PaymentFact[]> {
    const known = await providerOf()[how](of)
    if (!known.ok) throw new Error(known.problem.code)
    return known.value
  }
  const kindsOf = async (of: Begun, how?: 'look' | 'close') =>
    (await factsOf(of, how)).map(({ kind, amount }) => `${kind} ${amount}`)

  it('shows what is to be paid, and where its payer continues to', async () => {
    const { id, attempt } = await begun()
    const page = await (await fetch(attempt.url ?? '')).text()
    expect([page.includes('100.00 ARS'), there().standIn.onPage(id)]).toMatchObject([true, PAGES_SHOWN])
  })

  it('says what is true of an attempt: open, refused, paid', async () => {
    const of = await begun()
    expect(await kindsOf(of)).toEqual([])
    await there().standIn.refuse(of.id)
    expect(await kindsOf(of)).toEqual(['refused 0'])
    expect(await there().standIn.pay(of.id)).toBe(true)
    expect(await kindsOf(of)).toContain('paid 10000')
    expect(await factsOf(of)).toEqual(await factsOf(of))
  })

  it('lets nothing be paid that is closed; what was paid a moment before is a payment', async () => {
    const [one, other] = [await begun(), await begun()]
    expect(await kindsOf(one, 'close')).toEqual(['closed 0'])
    expect(await there().standIn.pay(one.id)).toBe(false)
    await there().standIn.pay(other.id)
    expect(await kindsOf(other, 'close')).toEqual(['paid 10000'])
  })

  it('closes what its own time has ended', async () => {
    const of = await begun()
    await there().standIn.expire(of.id)
    expect([await there().standIn.pay(of.id), await kindsOf(of, 'close')]).toEqual([false, ['closed 0']])
  })

  it.each([
    [true, 'paid 10000'],
    [false, 'refused 0'],
  ])('says nothing of money that is under way, until it has come or not: %s', async (isPaid, kind) => {
    const of = await begun()
    await there().standIn.begin(of.id)
    expect(await kindsOf(of)).toEqual([])
    await there().standIn.arrive(of.id, isPaid)
    expect(await kindsOf(of)).toContain(kind)
  })

  it('knows money that comes after its page was closed', async () => {
    const of = await begun()
    await factsOf(of, 'close')
    await there().standIn.payLate(of.id)
    expect(await kindsOf(of)).toEqual(['paid 10000'])
  })

  it('reads amounts in a currency without cents as ours', async () => {
    const of = await begun({ currency: { sign: '$', name: 'CLP' } })
    expect(there().standIn.onPage(of.id)?.isOpen).toBe(true)
    await there().standIn.pay(of.id)
    expect(await kindsOf(of)).toEqual(['paid 10000'])
  })

  const refundOf = (of: Begun, payment: string, amount: number, key: string) => {
    const refund = { id: 'R1', payment, amount, reason: 'x', at: of.attempt.openedAt }
    return providerOf().refund({ account: of.account, order: of.order, refund, amount }, key)
  }
  async function paidOnce() {
    const of = await begun()
    await there().standIn.pay(of.id)
    return { of, payment: (await factsOf(of))[0]?.reference ?? '' }
  }

  it('gives money back once for each key, and says so of the attempt', async () => {
    const { of, payment } = await paidOnce()
    const [one, again] = [
      await refundOf(of, payment, 4_000, `a${of.id}`),
      await refundOf(of, payment, 4_000, `a${of.id}`),
    ]
    expect(one).toMatchObject({ ok: true, value: { kind: 'refunded', amount: 4_000, of: payment } })
    expect([again, there().standIn.refunds(of.id)]).toEqual([one, [4_000]])
    await there().standIn.refund(of.id, 1_000)
    expect(await kindsOf(of)).toEqual(['paid 10000', 'refunded 4000', 'refunded 1000'])
  })

  it('refuses for good to give back more than there is', async () => {
    const { of, payment } = await paidOnce()
    expect(await refundOf(of, payment, 10_001, `b${of.id}`)).toMatchObject({ ok: false, isFinal: true })
  })

  it('refuses a key that is not its own', async () => {
    const of = await begun()
    const other = { ...of, account: { ...of.account, key: 'other' } }
    expect(await providerOf().look(other)).toMatchObject({ problem: { code: 'payment.failed' }, isFinal: true })
  })

  it.each(MISBEHAVIOURS)('is payment.failed, and nothing else, when it is %s', async (how) => {
    const of = await begun()
    sandbox.misbehave(how)
    const { look, open, close, refund } = providerOf(200)
    const given = { id: 'R', payment: '1', amount: 1, reason: '', at: of.attempt.openedAt }
    const { account, order } = of
    const calls = [look(of), open(of, PAGES), close(of), refund({ account, order, refund: given, amount: 1 }, 'k')]
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject({ ok: false, problem: { code: 'payment.failed' } })
  })
})

const PAGES_SHOWN = { amount: '100.00 ARS', isOpen: true, denied: PAGES.denied }
