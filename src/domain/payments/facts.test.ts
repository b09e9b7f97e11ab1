import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { paymentOrderSchema, type PaymentFact, type PaymentOrder } from './index.ts'
import { MAX_PAYMENT_FACTS } from './documents/order.ts'
import { findAddedEffects, type OrderEffect } from './effects.ts'
import { buildFactKey, findOpenAttempt, findAttemptStage, computeOrderStatus, addFacts } from './facts.ts'
import { isRefundPending, buildLedger } from './ledger.ts'
import { settleOrder } from './settle.ts'
import { countTakenPlaces } from './stock.ts'

const opened = buildFact('opened', { reference: '1' })
const closed = buildFact('closed', { reference: '1' })
const second = { attempt: 2, reference: '2' }

describe('an order is', () => {
  it.each([
    ['waiting', [], 'Pendiente de validar'],
    ['waiting while it is being paid', [opened], 'Pendiente de validar'],
    ['refused when a card was', [opened, buildFact('refused')], 'Rechazado'],
    ['refused when it can be paid no more', [opened, closed], 'Rechazado'],
    ['waiting again with a new attempt', [opened, closed, buildFact('opened', second)], 'Pendiente de validar'],
    ['paid', [opened, buildFact('paid')], 'Pagado'],
    ['paid although it was refused before', [opened, buildFact('refused'), buildFact('paid')], 'Pagado'],
    ['paid although it was closed', [opened, buildFact('paid'), closed], 'Pagado'],
    ['paid by an earlier attempt than the newest', [buildFact('paid'), buildFact('opened', second)], 'Pagado'],
    ['paid where there was nothing to pay', [buildFact('waived', { attempt: 0, amount: 0 })], 'Pagado'],
    ['paid when its money went back', [buildFact('paid'), buildFact('refunded', { reference: 're_1' })], 'Pagado'],
    ['not paid by another amount', [opened, buildFact('mismatch')], 'Pendiente de validar'],
  ] as const)('%s', (_, facts, status) => {
    expect(computeOrderStatus(facts)).toBe(status)
  })

  it('one attempt at a time, the newest', () => {
    const order = buildOrder()
    expect(findOpenAttempt(order)?.number).toBe(1)
    expect(findOpenAttempt({ ...order, facts: [opened, buildFact('refused')] })?.number).toBe(1)
    expect(findOpenAttempt({ ...order, facts: [opened, closed] })).toBeUndefined()
    expect(findAttemptStage([opened], 2)).toBeUndefined()
  })
})

describe('a fact', () => {
  it('is known by what it says, not by who says it or when', () => {
    const order = addFacts(buildOrder(), [buildFact('paid')])
    expect(addFacts(order, [buildFact('paid', { at: '2027-01-01T00:00:00.000Z' })])).toBe(order)
    expect(addFacts(order, [buildFact('paid', { reference: 'pi_2' })]).facts).toHaveLength(3)
  })

  it('of money is taken in however many there are', () => {
    const many = Array.from({ length: MAX_PAYMENT_FACTS - 1 }, (_, n) => buildFact('refused', { reference: `pi_${n}` }))
    const full = addFacts(buildOrder(), many)
    expect(addFacts(full, [buildFact('refused', { reference: 'more' })])).toBe(full)
    expect(computeOrderStatus(addFacts(full, [buildFact('paid')]).facts)).toBe('Pagado')
  })
})

const attempt = fc.integer({ min: 1, max: 3 })
const payment = fc.constantFrom('pi_1', 'pi_2')
const anyFact: fc.Arbitrary<PaymentFact> = fc.oneof(
  attempt.map((number) => buildFact('opened', { attempt: number, reference: String(number) })),
  attempt.map((number) => buildFact('closed', { attempt: number, reference: String(number) })),
  attempt.map((number) => buildFact('refused', { attempt: number, reference: `no_${number}` })),
  payment.map((reference) => buildFact('paid', { reference })),
  payment.map((of) => buildFact('refunded', { reference: `re_${of}`, of })),
  payment.map((of) => buildFact('refund-failed', { reference: `re_${of}`, of })),
  fc.constant(buildFact('mismatch', { reference: 'pi_9', amount: 1 })),
  fc
    .tuple(payment, fc.constantFrom('open', 'won', 'lost'))
    .map(([of, dispute]) => buildFact('disputed', { attempt: 0, reference: `dp_${of}`, of, dispute })),
)
/** Facts, and the same facts in any order, some of them several times. */
const retold = fc
  .array(anyFact, { maxLength: 12 })
  .chain((facts) =>
    fc.tuple(
      fc.constant(facts),
      fc.shuffledSubarray([...facts, ...facts, ...facts], { minLength: facts.length * 3 }),
      fc.integer({ min: 1, max: 5 }),
    ),
  )

/** Applies the facts step by step, `size` at a time. */
function lived(order: PaymentOrder, facts: readonly PaymentFact[], size: number, left = Infinity) {
  const effects: OrderEffect[] = []
  let current = order
  for (let from = 0; from < facts.length; from += size) {
    const next = settleOrder(current, facts.slice(from, from + size), left, NOW)
    effects.push(...findAddedEffects(current, next))
    current = next
  }
  return { order: current, effects }
}
const start = buildOrder()
/** A place whose payment was refunded may be sold again before more money arrives: there the order matters. */
const refundsLast = (facts: readonly PaymentFact[]) => [
  ...facts.filter(({ kind }) => kind !== 'refunded'),
  ...facts.filter(({ kind }) => kind === 'refunded'),
]

describe('whatever becomes known, in whichever order and however often', () => {
  it.each([
    ['an order', buildOrder({ zone: undefined }), (facts: readonly PaymentFact[]) => facts],
    ['an order of places, whose refunds are heard of last,', start, refundsLast],
  ] as const)('%s stands where its facts say, and owes the same', (_, from, heard) => {
    fc.assert(
      fc.property(retold, ([facts, again, size]) => {
        const [once, other] = [lived(from, heard(facts), facts.length || 1), lived(from, heard(again), size)]
        expect(other.order.status).toBe(once.order.status)
        expect(computeOrderStatus(other.order.facts)).toBe(other.order.status)
        expect(buildLedger(other.order)).toEqual(buildLedger(once.order))
        expect(countTakenPlaces(other.order)).toBe(countTakenPlaces(once.order))
        expect(other.order.open).toBe(once.order.open)
        expect(new Set(other.order.facts.map(buildFactKey))).toEqual(new Set(once.order.facts.map(buildFactKey)))
        expect(paymentOrderSchema.safeParse(other.order).success).toBe(true)
      }),
    )
  })

  it('a place whose money went back comes back only with that money', () => {
    fc.assert(
      fc.property(retold, ([, again]) => {
        const facts = again.filter(({ kind }) => kind !== 'refund-failed')
        const held = facts.map((_, at) => lived(start, facts.slice(0, at + 1), 1).order)
        const paid = held.filter(({ delivery }) => delivery === 'delivered').map(countTakenPlaces)
        expect(paid).toEqual(paid.toSorted((one, other) => other - one))
      }),
    )
  })

  it('no effect is owed twice', () => {
    fc.assert(
      fc.property(retold, fc.constantFrom(0, Infinity), ([, again, size], left) => {
        const keys = lived(start, again, size, left).effects.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('money is kept for what was delivered, and for nothing else, once all has gone back', () => {
    fc.assert(
      fc.property(retold, fc.constantFrom(0, Infinity), ([, again, size], left) => {
        // A refund reported before its payment is not the end: the payment is reported too.
        const payments = again.flatMap(({ of }) => (of === undefined ? [] : [buildFact('paid', { reference: of })]))
        // An open dispute is not the end either.
        const ends = again.flatMap((fact) => (fact.kind === 'disputed' ? [{ ...fact, dispute: 'won' as const }] : []))
        const { order } = lived(start, [...again, ...payments, ...ends], size, left)
        // The provider performs pending refunds: each gets an id there, and a fact.
        const waits = order.refunds.filter((refund) => isRefundPending(refund, order))
        const refunds = order.refunds.map((one) => (waits.includes(one) ? { ...one, reference: one.id } : one))
        const back = waits.map(({ id, payment: of, amount }) => buildFact('refunded', { reference: id, of, amount }))
        const done = settleOrder({ ...order, refunds }, back, left, NOW)
        const { paid, kept, asked: waiting } = buildLedger(done)
        const mismatch = done.facts.some(({ kind }) => kind === 'mismatch') ? 1 : 0
        expect(waiting).toBe(0)
        expect(kept).toBeGreaterThanOrEqual(0)
        expect(kept).toBeLessThanOrEqual(paid)
        // Refunds by the provider itself can only lower what is kept.
        expect(kept - mismatch).toBeLessThanOrEqual(done.delivery === 'delivered' ? done.amount : 0)
        expect(done.delivery === 'none').toBe(done.status !== 'Pagado')
      }),
    )
  })
})
