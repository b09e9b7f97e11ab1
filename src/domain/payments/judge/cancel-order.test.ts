import { beforeEach, describe, expect, it } from 'vitest'
import { putTemplate } from '#tests/support/builders/desk.ts'
import { buildPaying, buildTicketForm, paid, STEPPING, type Paying } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { AnswerId } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { addTicketsUnit } from '../../tickets/judge/ticket-units.ts'
import { describeCancelledOrder } from '../../tickets/event-sales.ts'
import {
  buildLedger,
  deskPaymentSchema,
  findDisagreements,
  listDisputesWithStatus,
  type PaymentFact,
} from '../index.ts'
import { cancelOrderUnit } from './cancel-order.ts'
import { openOrderUnit } from './order-unit.ts'
import { recordRefundResultUnit, refundUnit, validateOrderUnit } from './units.ts'

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

/** Cancels the event: its form sells nothing from now on. */
function cancelForm(): void {
  const form = buildTicketForm()
  const ticketSale = form.ticketSale && { ...form.ticketSale, cancelled: NOW }
  putTemplate(city.desk, { ...form, ...(ticketSale === undefined ? {} : { ticketSale }), version: 2 })
}
const cancel = (id: AnswerId, again = false) => city.desk.commit(cancelOrderUnit(id, STEPPING, again))
const refunds = (id: AnswerId) => city.stored(id).refunds.map(({ payment, amount, by }) => [payment, amount, by])
const mails = () => city.jobs().filter((job) => job.includes('~cancelled'))
const letterOf = (id: AnswerId) => city.desk.documents.get(keys.job(`mail.send~${id}~cancelled`))
const stateOf = (id: AnswerId) => describeCancelledOrder(city.stored(id), { refunds: new Map() })

function bought(...facts: readonly PaymentFact[]): AnswerId {
  const id = city.answer()
  city.order(id)
  city.heard(id, ...(facts.length === 0 ? [paid(`pi_${id}`)] : facts))
  return id
}
const givenBack = (id: AnswerId, amount = 10_000) =>
  buildFact('refunded', { reference: `re_${id}`, of: `pi_${id}`, amount })
const payAtDesk = (id: AnswerId) =>
  city.desk.commit(
    openOrderUnit(
      {
        by: 'desk',
        cashier: 'sofia' as never,
        answer: id,
        wish: deskPaymentSchema.parse({
          id: 'M'.repeat(26),
          payer: city.wishOf(id).payer,
          purchase: { zone: 7, quanty: 2 },
          amount: 10_000,
        }),
      },
      'K3WQ9ZT0M4XB',
      STEPPING,
    ),
  )

describe('an order of a cancelled event', () => {
  it('is refunded in full, and its payer gets one e-mail, however often the job runs', () => {
    const id = bought()
    cancelForm()
    expect([cancel(id), cancel(id), cancel(id, true)]).toEqual([1, 0, 0])
    expect(refunds(id)).toEqual([[`pi_${id}`, 10_000, undefined]])
    expect([mails(), city.jobs().filter((job) => job.startsWith('payment.refund'))]).toEqual([
      ['mail.send~cancelled'],
      ['payment.refund~0'],
    ])
    expect(letterOf(id)).toMatchObject({
      payload: {
        to: { address: 'ana@relevo.example', name: 'Ana Paz' },
        letter: { letter: 'event.cancelled', back: 10_000, desk: 0, sign: '$', of: { order: id } },
      },
    })
    expect(stateOf(id)).toEqual({ state: 'refunding', amount: 10_000 })
    const done = recordRefundResultUnit(id, city.stored(id).refunds[0]?.id ?? '', givenBack(id), STEPPING)
    city.desk.commit(done)
    expect([stateOf(id), buildLedger(city.stored(id)).kept]).toEqual([{ state: 'done', amount: 0 }, 0])
    expect([cancel(id, true), refunds(id).length]).toEqual([0, 1])
  })

  it('is refunded what a refund in part has left, also while that is in progress', () => {
    const id = bought()
    const wish = { id: 'M'.repeat(26) as never, amount: 4_000, reason: 'Lluvia' }
    city.desk.commit(refundUnit(id, wish, 'sofia' as never, STEPPING))
    cancelForm()
    cancel(id)
    expect(refunds(id)).toEqual([
      [`pi_${id}`, 4_000, 'sofia'],
      [`pi_${id}`, 6_000, undefined],
    ])
  })

  it('that was paid at the desk is listed until staff have given the money back', () => {
    const id = city.answer()
    payAtDesk(id)
    cancelForm()
    cancel(id)
    expect([refunds(id), stateOf(id)]).toEqual([[], { state: 'desk', amount: 10_000 }])
    expect(letterOf(id)).toMatchObject({ payload: { letter: { back: 0, desk: 10_000 } } })
    expect(findDisagreements(city.stored(id))).toMatchObject([{ kind: 'surplus', amount: 10_000 }])
    const wish = { id: 'N'.repeat(26) as never, amount: 10_000, reason: 'Cancelado' }
    city.desk.commit(refundUnit(id, wish, 'sofia' as never, STEPPING))
    expect([stateOf(id), findDisagreements(city.stored(id))]).toEqual([{ state: 'done', amount: 0 }, []])
  })

  it('with an open dispute waits for its decision: won, the money goes back; lost, nothing is left', () => {
    const dispute = (status: string, at: string) =>
      buildFact('disputed', { reference: 'dp_1', of: 'pi_1', dispute: status, at })
    for (const [status, left] of [
      ['won', ['refunding', [['pi_1', 10_000, undefined]]]],
      ['lost', ['done', []]],
    ] as const) {
      city = buildPaying()
      const id = bought(paid('pi_1'), dispute('open', NOW))
      cancelForm()
      cancel(id)
      expect([stateOf(id)?.state, refunds(id)]).toEqual(['disputed', []])
      city.heard(id, dispute(status, '2026-11-25T10:00:00.000Z'))
      expect(listDisputesWithStatus(city.stored(id).facts)[0]?.status).toBe(status)
      expect([stateOf(id)?.state, refunds(id)]).toEqual(left)
    }
  })

  it('that cost nothing is marked, and its owner gets an e-mail', () => {
    const id = bought(buildFact('waived', { attempt: 0, provider: 'desk', reference: '', amount: 0 }))
    cancelForm()
    expect([cancel(id), refunds(id), stateOf(id)]).toEqual([1, [], { state: 'done', amount: 0 }])
  })

  it('tells the owners of transferred tickets, without the money of the payer', () => {
    const id = bought()
    const made = { hash: 'a'.repeat(20), number: 'b'.repeat(20), place: 0, turn: 1, code: 'RT1:A' }
    city.desk.commit(addTicketsUnit(id, [made], NOW))
    const ticket = city.desk.documents.get(keys.ticket(made.hash))
    city.desk.put(keys.ticket(made.hash), { ...ticket, email: 'ruben@relevo.example' } as never)
    cancelForm()
    expect(cancel(id)).toBe(2)
    const letter = city.desk.documents.get(keys.job(`mail.send~${id}~cancelled~${made.hash}`))
    expect(letter).toMatchObject({ payload: { to: { address: 'ruben@relevo.example' } } })
    expect(JSON.stringify(letter)).not.toMatch(/10000|"desk"|"back"/)
  })
})

describe('an order that is being paid when its event is cancelled', () => {
  it('ends now, and a payment that arrives later is refunded without tickets or receipt', () => {
    const id = city.answer()
    city.order(id)
    cancelForm()
    expect(cancel(id)).toBe(1)
    expect(city.desk.documents.get(keys.job(`payment.watch~${id}~1`))).toMatchObject({ state: 'waiting', dueAt: NOW })
    expect(city.stored(id).attempts[0]?.expiresAt).toBe(NOW)
    city.heard(id, paid('pi_late'))
    expect([city.stored(id).status, city.stored(id).delivery]).toEqual(['Pagado', 'sold-out'])
    expect(refunds(id)).toEqual([['pi_late', 10_000, undefined]])
    expect(city.jobs().filter((job) => /receipt|tickets/.test(job))).toEqual([])
    expect(city.desk.documents.get(keys.job(`mail.send~${id}~1`))).toMatchObject({
      payload: { letter: { letter: 'payment.too-late', isCancelled: true } },
    })
    expect(city.stock()).toEqual({ taken: 0, sold: 0 })
  })

  it('is refunded without tickets or receipt if it is paid before the cancellation reaches it', () => {
    const id = city.answer()
    city.order(id)
    cancelForm()
    city.heard(id, paid('pi_late'))
    expect([city.stored(id).status, city.stored(id).delivery, city.stored(id).cancelled]).toEqual([
      'Pagado',
      'sold-out',
      NOW,
    ])
    expect(refunds(id)).toEqual([['pi_late', 10_000, undefined]])
    expect([cancel(id), refunds(id).length]).toEqual([0, 1])
    expect(city.jobs().filter((job) => /receipt|tickets|mail/.test(job))).toEqual(['mail.send~1'])
    expect(city.stock()).toEqual({ taken: 0, sold: 0 })
  })

  it('gets no e-mail that it can order again', () => {
    putTemplate(city.desk, buildTicketForm({}, { validated: true }))
    const id = city.answer()
    city.order(id)
    cancelForm()
    cancel(id)
    city.heard(id, buildFact('closed', { provider: 'desk', reference: '1', amount: 0, at: NOW }))
    expect(city.jobs().filter((job) => job.startsWith('mail'))).toEqual(['mail.send~cancelled'])
    expect(city.stock()).toEqual({ taken: 0, sold: 0 })
  })

  it('cannot be validated any more, also before the cancellation reaches it', () => {
    putTemplate(city.desk, buildTicketForm({}, { validated: true }))
    const id = city.answer()
    city.order(id)
    cancelForm()
    const validate = () => city.desk.commit(validateOrderUnit(id, 'sofia' as never, STEPPING))
    expect(validate()).toMatchObject({ ok: false, problem: { code: 'payment.event-cancelled' } })
    cancel(id)
    expect(validate()).toMatchObject({ ok: false, problem: { code: 'payment.event-cancelled' } })
    expect(city.jobs().filter((job) => job.includes('~validated'))).toEqual([])
  })

  it('cannot be paid any more, neither online nor at the desk', () => {
    const [open, other] = [city.answer(), city.answer()]
    city.order(open)
    cancelForm()
    for (const result of [city.order(open), city.order(other), payAtDesk(other)])
      expect(result).toMatchObject({ ok: false, problem: { code: 'payment.event-cancelled' } })
  })
})

describe('a refund that failed', () => {
  const refused = (id: AnswerId, refund: string) =>
    recordRefundResultUnit(
      id,
      refund,
      buildFact('refund-failed', { reference: `refused~${refund}`, of: `pi_${id}` }),
      STEPPING,
    )

  it('is not repeated by itself, and once by each try of staff', () => {
    const id = bought()
    cancelForm()
    cancel(id)
    city.desk.commit(refused(id, city.stored(id).refunds[0]?.id ?? ''))
    expect([refunds(id).length, stateOf(id)]).toEqual([
      1,
      { state: 'failed', amount: 10_000, problem: { code: 'payment.failed' } },
    ])
    cancel(id)
    expect(refunds(id).length).toBe(1)
    cancel(id, true)
    cancel(id, true)
    expect([refunds(id).length, stateOf(id)?.state]).toEqual([2, 'refunding'])
    city.desk.commit(refused(id, city.stored(id).refunds[1]?.id ?? ''))
    expect([refunds(id).length, stateOf(id)?.state]).toEqual([2, 'failed'])
  })

  it('can be given back at the desk instead', () => {
    const id = bought()
    cancelForm()
    cancel(id)
    city.desk.commit(refused(id, city.stored(id).refunds[0]?.id ?? ''))
    const wish = { id: 'N'.repeat(26) as never, amount: 10_000, reason: 'Cancelado', atDesk: true }
    expect(city.desk.commit(refundUnit(id, wish, 'sofia' as never, STEPPING))).toMatchObject({ ok: true })
    expect(stateOf(id)).toEqual({ state: 'done', amount: 0 })
  })

  it('to be needed is carried out after all: a second payment whose refund had ended when the first went back', () => {
    const id = bought(paid('pi_1'), paid('pi_2'))
    expect(refunds(id)).toEqual([['pi_2', 10_000, undefined]])
    city.heard(id, buildFact('refunded', { reference: 're_1', of: 'pi_1', amount: 10_000 }))
    const key = keys.job(`payment.refund~${id}~0`)
    city.desk.put(key, { ...city.desk.documents.get(key), state: 'done', attempts: 3 } as never)
    cancelForm()
    cancel(id)
    expect(city.desk.documents.get(key)).toMatchObject({ state: 'waiting', attempts: 0, dueAt: NOW })
    expect([refunds(id).length, stateOf(id)]).toEqual([1, { state: 'refunding', amount: 10_000 }])
  })

  it('for a while is tried again by its own job, which a cancellation revives', () => {
    const id = bought(paid('pi_1'), paid('pi_2'))
    const key = keys.job(`payment.refund~${id}~0`)
    city.desk.put(key, { ...city.desk.documents.get(key), state: 'dead', attempts: 30 } as never)
    cancelForm()
    cancel(id)
    expect(city.desk.documents.get(key)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(refunds(id).length).toBe(2)
  })

  it('for a while is tried again by its own job, which a repeat revives', () => {
    const id = bought()
    cancelForm()
    cancel(id)
    const key = keys.job(`payment.refund~${id}~0`)
    city.desk.put(key, { ...city.desk.documents.get(key), state: 'dead', attempts: 30 } as never)
    cancel(id, true)
    expect(city.desk.documents.get(key)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(refunds(id).length).toBe(1)
  })
})
