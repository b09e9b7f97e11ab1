import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildAccount,
  buildPaying,
  buildTicketForm,
  OWNER,
  paid,
  type Paying,
  STEPPING,
} from '#tests/support/builders/paying.ts'
import { there } from '#tests/support/there.ts'
import { putTemplate } from '#tests/support/builders/desk.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import type { AnswerId } from '../../kernel/index.ts'
import {
  matchesFilter,
  EMPTY_ANSWER_FILTER,
  summariseAnswer,
  toListedAnswer,
  type Answer,
} from '../../answers/index.ts'
import { ANSWER_COLUMNS } from '../../exports/facts.ts'
import { toExportedAnswer } from '../../exports/exported-answer.ts'
import { keys } from '../../store/index.ts'
import { deskPaymentSchema, PAYMENT_STATES } from '../index.ts'
import { openOrderUnit } from './order-unit.ts'
import { createReceiptUnit, recordRefundResultUnit, refundUnit } from './units.ts'
import { setPaymentAccountUnit } from './sale-mode.ts'

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

describe('receipts', () => {
  const bought = () => {
    const id = city.answer()
    city.order(id, { purchase: { zone: 2, quanty: 1 } })
    city.heard(id, paid(`pi_${id}`, { amount: 2_000 }))
    return id
  }

  it('are numbered without a gap, each order once', () => {
    const ids = [bought(), bought(), bought()]
    const numbers = [...ids, ...ids].map((id) => city.desk.commit(createReceiptUnit(id, undefined, NOW)))
    expect(numbers.map((one) => one.ok && one.value.number)).toEqual([1, 2, 3, 1, 2, 3])
  })

  it('of test money have a series of their own', () => {
    city.desk.commit(setPaymentAccountUnit(OWNER, buildAccount({ mode: 'test' })))
    const test = bought()
    city.desk.commit(setPaymentAccountUnit(OWNER, buildAccount()))
    const live = bought()
    const [one, other] = [live, test].map((id) => city.desk.commit(createReceiptUnit(id, undefined, NOW)))
    expect([one, other]).toMatchObject([
      { value: { number: 1, series: MUNICIPALITY } },
      { value: { number: 1, series: `${MUNICIPALITY}~test` } },
    ])
  })

  it('are taken back by a credit note that names them, and only once they are there', () => {
    const id = bought()
    const wish = { id: 'M'.repeat(26) as never, amount: 500, reason: 'Lluvia' }
    city.desk.commit(refundUnit(id, wish, 'sofia' as never, STEPPING))
    const back = buildFact('refunded', { reference: 're_1', of: `pi_${id}`, amount: 500 })
    city.desk.commit(recordRefundResultUnit(id, wish.id, back, STEPPING))
    const place = city.stored(id).facts.length - 1
    expect(city.jobs()).toContain(`payment.receipt~${place}`)
    expect(city.desk.commit(createReceiptUnit(id, place, NOW))).toMatchObject({ problem: { code: 'payment.unpaid' } })
    city.desk.commit(createReceiptUnit(id, undefined, NOW))
    expect(city.desk.commit(createReceiptUnit(id, place, NOW))).toMatchObject({
      value: { number: 2, kind: 'credit-note', of: 1, amount: 500 },
    })
  })

  it('are not given for what is unpaid', () => {
    const id = city.answer()
    city.order(id)
    expect(city.desk.commit(createReceiptUnit(id, undefined, NOW))).toMatchObject({
      problem: { code: 'payment.unpaid' },
    })
    expect(city.desk.commit(createReceiptUnit(city.answer(), undefined, NOW))).toMatchObject({
      problem: { code: 'payment.missing' },
    })
  })
})

describe('a refund', () => {
  const wish = (amount: number, id = 'M') => ({ id: id.repeat(26) as never, amount, reason: 'Lluvia' })
  const refund = (id: AnswerId, amount: number, by = 'M') =>
    city.desk.commit(refundUnit(id, wish(amount, by), 'sofia' as never, STEPPING))

  it('is asked for once, of no more than is left', () => {
    const id = city.answer()
    city.order(id)
    expect(refund(id, 1)).toMatchObject({ problem: { code: 'payment.unpaid' } })
    city.heard(id, paid())
    expect([refund(id, 6_000).ok, refund(id, 6_000).ok]).toEqual([true, true])
    expect(refund(id, 4_001, 'N')).toMatchObject({
      problem: { code: 'payment.refund-too-much', details: { left: 4_000 } },
    })
    expect([city.stored(id).refunds.length, city.jobs().filter((job) => job.startsWith('payment.refund'))]).toEqual([
      1,
      ['payment.refund~0'],
    ])
  })

  it('is named in the answer, in part and in full, for the lists of answers', () => {
    const id = city.answer()
    const answer = () => there(city.desk.documents.get(keys.answer(id)) as Answer | undefined)
    const summary = () => summariseAnswer(answer())
    const exported = () => ANSWER_COLUMNS.paymentStatus(toExportedAnswer(answer()))
    const found = () =>
      PAYMENT_STATES.filter((payment) => matchesFilter(toListedAnswer(answer()), { ...EMPTY_ANSWER_FILTER, payment }))
    city.order(id)
    city.heard(id, paid())
    expect(summary()).toMatchObject({ pago: 'Pagado' })
    expect(summary()).not.toHaveProperty('refunded')
    expect([exported(), found()]).toEqual(['Pagado', ['Pagado']])
    city.heard(id, buildFact('refunded', { reference: 're_1', of: 'pi_1', amount: 4_000 }))
    expect(summary()).toMatchObject({ pago: 'Pagado', refunded: 'part' })
    expect([exported(), found()]).toEqual(['Devuelto en parte', ['Devuelto']])
    city.heard(id, buildFact('refunded', { reference: 're_2', of: 'pi_1', amount: 6_000 }))
    expect(summary()).toMatchObject({ pago: 'Pagado', refunded: 'whole' })
    expect([exported(), found()]).toEqual(['Devuelto', ['Devuelto']])
    city.heard(id, buildFact('refund-failed', { reference: 're_2', of: 'pi_1', amount: 6_000 }))
    expect(summary()).toMatchObject({ refunded: 'part' })
  })

  it('in a currency without cents is of whole units', () => {
    const { ticketSale } = buildTicketForm()
    const currency = { sign: '$', name: 'CLP' }
    putTemplate(city.desk, buildTicketForm({ ticketSale: { ...ticketSale, currency } }))
    const id = city.answer()
    city.order(id)
    city.heard(id, paid())
    expect([refund(id, 4_050), refund(id, 4_000, 'N')]).toMatchObject([
      { problem: { code: 'charge.no-cents' } },
      { ok: true },
    ])
  })

  it('of cash is done at once, and gives the places back', () => {
    const id = city.answer()
    const { payer, purchase } = city.wishOf(id)
    const tender = { amount: 10_000, method: 'cash', tendered: 12_000 }
    const cash = deskPaymentSchema.parse({ id: 'C'.repeat(26), payer, purchase, ...tender })
    city.desk.commit(
      openOrderUnit({ by: 'desk', cashier: 'ada' as never, answer: id, wish: cash }, 'K3WQ9ZT0M4XB', STEPPING),
    )
    expect(city.stored(id).facts).toMatchObject([{ ...tender, provider: 'desk', by: 'ada' }])
    expect(refund(id, 10_000)).toMatchObject({ value: { open: false } })
    expect(refund(id, 10_000)).toMatchObject({ value: { open: false } })
    expect([city.stock(), city.stored(id).facts.length]).toEqual([{ taken: 0, sold: 0 }, 2])
  })

  it('does not open an order of another amount: that money waits for staff', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, paid('pi_9', { amount: 1 }))
    expect(city.stored(id)).toMatchObject({ status: 'Rechazado', delivery: 'none' })
    expect(refund(id, 1)).toMatchObject({ value: { refunds: [{ payment: 'pi_9', amount: 1 }] } })
  })

  it('of one payment among several is of the one that staff name', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, paid('pi_9', { amount: 1 }), paid())
    const named = (payment: string) =>
      city.desk.commit(refundUnit(id, { ...wish(1), payment }, 'sofia' as never, STEPPING))
    expect(named('pi_7')).toMatchObject({ problem: { code: 'payment.unpaid' } })
    expect(named('pi_9')).toMatchObject({ value: { refunds: [{ payment: 'pi_9', amount: 1 }] } })
  })

  it('that is handed over at the desk is back at once, whatever way the money came, and no provider is asked', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, paid())
    const handed = { ...wish(10_000), atDesk: true }
    expect(city.desk.commit(refundUnit(id, handed, 'sofia' as never, STEPPING))).toMatchObject({
      value: { open: false, refunds: [{ payment: 'pi_1', reference: handed.id }] },
    })
    expect(city.stored(id).facts.at(-1)).toMatchObject({ kind: 'refunded', provider: 'desk', of: 'pi_1' })
    expect(city.stock()).toEqual({ taken: 0, sold: 0 })
  })
})
