import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { PaymentFact } from './index.ts'
import { MAX_PAYMENT_FACTS } from './documents/order.ts'
import { toInstant, userIdSchema } from '../kernel/index.ts'
import { findDisagreements, listDisagreementKeys } from './disagreements.ts'
import { listDisputesWithStatus } from './disputes.ts'
import { computeOrderStatus, addFacts } from './facts.ts'
import { computeRefundable, buildLedger } from './ledger.ts'
import { listRefundedPlaces } from './places.ts'
import { settleOrder } from './settle.ts'

const after = (minutes: number) => toInstant(Date.parse(NOW) + minutes * 60_000)
const disputed = (dispute: string, minutes = 0, change: object = {}) =>
  buildFact('disputed', { attempt: 0, reference: 'dp_1', of: 'pi_1', dispute, at: after(minutes), ...change })
const paid = buildFact('paid')
const orderWith = (...facts: readonly PaymentFact[]) =>
  buildOrder({ status: 'Pagado', delivery: 'delivered', isEvent: true, facts, open: false })

describe('a dispute', () => {
  it('is at its latest word, in whichever order the words were heard', () => {
    const words = [disputed('open'), disputed('lost', 2), disputed('won', 5)]
    fc.assert(
      fc.property(fc.shuffledSubarray([...words, ...words], { minLength: 6 }), (heard) => {
        const order = addFacts(orderWith(paid), heard)
        expect(listDisputesWithStatus(order.facts)).toMatchObject([
          { reference: 'dp_1', status: 'won', openedAt: NOW, at: after(5) },
        ])
      }),
    )
  })

  it('is open again when it is taken up after it was decided', () => {
    const order = addFacts(orderWith(paid), [disputed('open'), disputed('won', 5), disputed('open', 9)])
    expect(listDisputesWithStatus(order.facts)).toMatchObject([{ status: 'open', openedAt: NOW, at: after(9) }])
  })

  it('of two words of one moment is decided rather than open', () => {
    expect(listDisputesWithStatus([disputed('won'), disputed('open')])[0]?.status).toBe('won')
    expect(listDisputesWithStatus([disputed('open'), disputed('lost')])[0]?.status).toBe('lost')
  })

  it('is taken in however many facts there are', () => {
    const many = Array.from({ length: MAX_PAYMENT_FACTS }, (_, n) => buildFact('refused', { reference: `pi_${n}` }))
    expect(listDisputesWithStatus(addFacts({ ...orderWith(), facts: many }, [disputed('open')]).facts)).toHaveLength(1)
  })

  it('leaves a paid order paid', () => {
    expect(computeOrderStatus([paid, disputed('open'), disputed('lost', 1)])).toBe('Pagado')
  })
})

describe('money that is disputed', () => {
  it('is here while the dispute is open, and cannot be given back', () => {
    const order = orderWith(paid, disputed('open'))
    expect(buildLedger(order)).toMatchObject({ paid: 10_000, kept: 10_000, lost: 0, disputed: 10_000, free: 0 })
    expect(computeRefundable('pi_1', order)).toBe(0)
  })

  it('is gone once the dispute is lost, and its tickets stay until staff decide', () => {
    const order = orderWith(paid, disputed('open'), disputed('lost', 1))
    expect(buildLedger(order)).toMatchObject({ paid: 10_000, kept: 0, lost: 10_000, disputed: 0, free: 0, refunded: 0 })
    expect([computeRefundable('pi_1', order), listRefundedPlaces(order)]).toEqual([0, []])
  })

  it('is here again once the dispute is won', () => {
    const order = orderWith(paid, disputed('open'), disputed('won', 1))
    expect(buildLedger(order)).toMatchObject({ kept: 10_000, lost: 0, disputed: 0, free: 10_000 })
  })

  it('that was refunded in part is lost only as far as it is here', () => {
    const back = buildFact('refunded', { attempt: 0, reference: 're_1', of: 'pi_1', amount: 4_000 })
    const order = orderWith(paid, back, disputed('lost'))
    expect(buildLedger(order)).toMatchObject({ refunded: 4_000, lost: 6_000, kept: 0 })
  })

  it('and was too much holds no place that went back before', () => {
    const back = buildFact('refunded', { attempt: 0, reference: 're_1', of: 'pi_1' })
    const given = orderWith(paid, back)
    const late = buildFact('paid', { reference: 'pi_2' })
    const open = settleOrder(given, [late, disputed('open', 0, { of: 'pi_2' })], 9, NOW)
    expect([listRefundedPlaces(given).length, listRefundedPlaces(open).length]).toEqual([2, 2])
  })

  it('and was too much goes back automatically only after the dispute is won', () => {
    const twice = orderWith(paid)
    const open = settleOrder(
      twice,
      [buildFact('paid', { reference: 'pi_2' }), disputed('open', 0, { of: 'pi_2' })],
      9,
      NOW,
    )
    expect(open.refunds).toEqual([])
    const won = settleOrder(open, [disputed('won', 1, { of: 'pi_2' })], 9, NOW)
    expect(won.refunds).toMatchObject([{ payment: 'pi_2', amount: 10_000 }])
    expect(settleOrder(open, [disputed('lost', 1, { of: 'pi_2' })], 9, NOW).refunds).toEqual([])
  })
})

describe('staff', () => {
  it('find an open dispute, and a lost one until they have settled it', () => {
    const [open, lost] = [orderWith(paid, disputed('open')), orderWith(paid, disputed('open'), disputed('lost', 1))]
    const about = { payment: 'pi_1', dispute: 'dp_1', amount: 10_000 }
    expect(findDisagreements(open)).toEqual([{ kind: 'dispute-open', ...about }])
    expect(findDisagreements(lost)).toEqual([{ kind: 'dispute-lost', ...about }])
    expect(listDisagreementKeys(lost)).toEqual(['*', lost.municipality])
    const settled = buildFact('refunded', { attempt: 0, reference: 'dp_1', of: 'pi_1', voids: [] })
    const after = addFacts(lost, [settled])
    expect([findDisagreements(after), buildLedger(after)]).toMatchObject([[], { refunded: 0, lost: 10_000, kept: 0 }])
    expect(findDisagreements(orderWith(paid, disputed('open'), disputed('won', 1)))).toEqual([])
  })

  it('have nothing to do where a dispute that they settled was won in the end', () => {
    const settled = buildFact('refunded', { attempt: 0, reference: 'dp_1', of: 'pi_1', voids: [] })
    const refunds = [
      {
        id: 'R1',
        reference: 'dp_1',
        payment: 'pi_1',
        amount: 10_000,
        reason: 'Perdida',
        by: userIdSchema.parse('sofia'),
        at: NOW,
      },
    ]
    const lost = { ...orderWith(paid, disputed('lost'), settled), refunds }
    const won = addFacts(lost, [disputed('won', 5)])
    expect([findDisagreements(won), buildLedger(won).kept, computeRefundable('pi_1', won)]).toEqual([
      [],
      10_000,
      10_000,
    ])
  })
})
