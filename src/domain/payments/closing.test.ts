import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder, PESO } from '#tests/support/builders/payments.ts'
import { createLocalDayFormatter } from '../kernel/index.ts'
import { assignOpenDayToLateFacts, listMovements, listClosingDays, sumMovements } from './closing.ts'
import type { PaymentFact } from './documents/order.ts'
import { addFacts } from './facts.ts'
import { buildLedger } from './ledger.ts'

const ZONE = 'America/Argentina/Cordoba'
const dayOf = createLocalDayFormatter(ZONE)
/** 12:00 in Cordoba. */
const on = (day: string) => ({ at: `${day}T15:00:00.000Z` })
const paid = buildFact('paid', on('2026-11-20'))
const refunded = buildFact('refunded', { reference: 're_1', of: 'pi_1', amount: 2_500, ...on('2026-11-22') })
const failed = buildFact('refund-failed', { reference: 're_1', of: 'pi_1', amount: 2_500, ...on('2026-11-24') })
const dispute = (status: string, day: string) =>
  buildFact('disputed', { reference: 'dp_1', of: 'pi_1', dispute: status, amount: 10_000, ...on(day) })
const orderWith = (...facts: readonly PaymentFact[]) => buildOrder({ facts, status: 'Pagado', delivery: 'delivered' })
const moves = (...facts: readonly PaymentFact[]) =>
  listMovements(orderWith(...facts), dayOf).map(({ day, kind, amount }) => [day.slice(8), kind, amount])

describe('the movements of an order', () => {
  it.each([
    [
      'a payment late in the evening, which is the next day in UTC',
      [{ ...paid, at: '2026-11-21T02:30:00.000Z' as never }],
      [['20', 'received', 10_000]],
    ],
    [
      'a refund on its own day',
      [paid, refunded],
      [
        ['20', 'received', 10_000],
        ['22', 'refunded', 2_500],
      ],
    ],
    [
      'a refund that failed later',
      [paid, refunded, failed],
      [
        ['20', 'received', 10_000],
        ['22', 'refunded', 2_500],
        ['24', 'refunded', -2_500],
      ],
    ],
    ['a refund that failed without having happened', [paid, failed], [['20', 'received', 10_000]]],
    ['a dispute that is open', [paid, dispute('open', '2026-11-23')], [['20', 'received', 10_000]]],
    [
      'a dispute that was lost, and won after all',
      [paid, dispute('lost', '2026-11-23'), dispute('won', '2026-11-25')],
      [
        ['20', 'received', 10_000],
        ['23', 'lost', 10_000],
        ['25', 'lost', -10_000],
      ],
    ],
    [
      'a lost dispute that staff settled',
      [
        paid,
        dispute('lost', '2026-11-23'),
        { ...refunded, reference: 'dp_1', amount: 10_000, ...on('2026-11-26') } as PaymentFact,
      ],
      [
        ['20', 'received', 10_000],
        ['23', 'lost', 10_000],
      ],
    ],
    [
      'money of another amount',
      [buildFact('mismatch', { reference: 'pi_9', amount: 700, ...on('2026-11-21') })],
      [['21', 'received', 700]],
    ],
    ['nothing to pay', [buildFact('waived', { amount: 0 })], []],
  ] as const)('are those of %s', (_, facts, expected) => {
    expect(moves(...facts)).toEqual(expected)
  })

  const all = [
    paid,
    refunded,
    failed,
    dispute('open', '2026-11-21'),
    dispute('lost', '2026-11-23'),
    dispute('won', '2026-11-24'),
    buildFact('paid', { reference: 'pi_2', ...on('2026-11-25') }),
    buildFact('mismatch', { reference: 'pi_3', amount: 900, ...on('2026-11-19') }),
  ]

  it('add up to the ledger whatever arrives in whatever order while days are closed, and closed days never change', () => {
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: 1 }),
        fc.array(fc.nat({ max: 6 }), { maxLength: 10 }),
        (facts, closings) => {
          let order = buildOrder({ facts: [], status: 'Pagado', delivery: 'delivered' })
          let last: { day: string; timeZone: string } | undefined
          let closed: unknown[] = []
          facts.forEach((fact, index) => {
            const day = days[closings[index] ?? -1]
            if (day !== undefined && (last === undefined || day > last.day)) {
              last = { day, timeZone: ZONE }
              closed = listMovements(order, dayOf).filter((movement) => movement.day <= day)
            }
            order = assignOpenDayToLateFacts(order, addFacts(order, [fact]), last)
            const upTo = last?.day ?? ''
            expect(listMovements(order, dayOf).filter((movement) => movement.day <= upTo)).toEqual(closed)
          })
          const sum = (kind: string) =>
            listMovements(order, dayOf)
              .filter((movement) => movement.kind === kind)
              .reduce((total, { amount }) => total + amount, 0)
          const { paid: received, refunded: back, lost } = buildLedger(order)
          expect([sum('received'), sum('refunded'), sum('lost')]).toEqual([received, back, lost])
          const [total] = sumMovements([{ order, movements: listMovements(order, dayOf) }])
          expect(total?.received ?? 0).toBe(received)
          const own = order.facts.map(({ day, at }) => `${order.municipality}~${day ?? at.slice(0, 10)}`)
          expect(listClosingDays(order)).toEqual([...new Set(own)])
        },
      ),
      { numRuns: 300 },
    )
  })
})

it('counts a fact that arrives after its day was closed on the first open day, and leaves known facts', () => {
  const before = orderWith(paid)
  const after = addFacts(before, [refunded, failed])
  const booked = assignOpenDayToLateFacts(before, after, { day: '2026-11-23', timeZone: ZONE })
  expect(booked.facts.map(({ kind, day }) => [kind, day])).toEqual([
    ['paid', undefined],
    ['refunded', '2026-11-24'],
    ['refund-failed', undefined],
  ])
  expect(assignOpenDayToLateFacts(before, after, { day: '2026-11-21', timeZone: ZONE })).toBe(after)
  expect(assignOpenDayToLateFacts(before, after, undefined)).toBe(after)
})

it('sums money by form, provider, method and cashier, with refunds at the desk as cash', () => {
  const cash = buildFact('paid', {
    provider: 'desk',
    method: 'cash',
    by: 'sofia',
    reference: 'M1',
    tendered: 12_000,
    ...on('2026-11-20'),
  })
  const back = buildFact('refunded', {
    provider: 'desk',
    reference: 'M2',
    of: 'pi_1',
    amount: 500,
    ...on('2026-11-20'),
  })
  const desk = orderWith(cash)
  const online = {
    ...orderWith(paid, back),
    refunds: [{ id: 'M2', reference: 'M2', payment: 'pi_1', amount: 500, reason: 'x', by: 'ada', at: paid.at }],
  } as never
  const sums = sumMovements([desk, desk, online].map((order) => ({ order, movements: listMovements(order, dayOf) })))
  const own = { form: 'comercios', title: '', isEvent: true, currency: PESO }
  expect(sums).toEqual([
    { ...own, provider: 'desk', method: 'cash', by: 'sofia', payments: 2, received: 20_000, refunded: 0, lost: 0 },
    { ...own, provider: 'stripe', payments: 1, received: 10_000, refunded: 0, lost: 0 },
    { ...own, provider: 'desk', method: 'cash', by: 'ada', payments: 0, received: 0, refunded: 500, lost: 0 },
  ])
})
