import { beforeEach, describe, expect, it } from 'vitest'
import { putTemplate } from '#tests/support/builders/desk.ts'
import { buildPaying, buildTicketForm, closed, paid, STEPPING, type Paying } from '#tests/support/builders/paying.ts'
import { PESO } from '#tests/support/builders/payments.ts'
import { AUTHOR, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { FormTemplate } from '../../templates/index.ts'
import { toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import { deskPaymentSchema, isUnpaid } from '../index.ts'
import { keys } from '../../store/index.ts'
import { createMutationUnit } from '../../answers/judge/decide.ts'
import { openOrderUnit } from './order-unit.ts'
import { validateOrderUnit } from './units.ts'

const CHEAP = fee(1, 1)
const DEAR = fee(2, 100_000)
const MINUTE = 60_000

/** A version of a form with this price, in cents. */
function fee(version: number, base: number, more: Readonly<Record<string, unknown>> = {}): FormTemplate {
  return { ...buildTicketForm({ ticketSale: undefined }, { base, currency: PESO, minutes: 30, ...more }), version }
}

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

function later(minutes: number): Instant {
  return toInstant(toMilliseconds(NOW) + minutes * MINUTE)
}

function orderAt(now: Instant, id: Parameters<Paying['order']>[0], change: Readonly<Record<string, unknown>> = {}) {
  const wish = city.wishOf(id, { purchase: undefined, ...change })
  return city.desk.commit(openOrderUnit({ by: 'provider', wish }, 'K3WQ9ZT0M4XB', { ...STEPPING, now }))
}

/** An anonymous user sends an answer to this version. */
function answerTo(version: number) {
  const submit = buildPlainSubmit(99, 'una nota', { version })
  city.desk.commit(createMutationUnit(submit, { author: AUTHOR }, NOW))
  return submit.answer
}

describe('what an order costs', () => {
  it('is decided by the current version, whichever version its answer names', () => {
    putTemplate(city.desk, CHEAP)
    putTemplate(city.desk, DEAR)
    const id = answerTo(1)
    expect(orderAt(NOW, id, { shown: 1 })).toEqual({
      ok: false,
      problem: { code: 'payment.price-changed', details: { amount: 100_000 } },
    })
    orderAt(NOW, id, { shown: 100_000 })
    expect(city.stored(id)).toMatchObject({ amount: 100_000, attempts: [{ amount: 100_000 }] })
  })

  it('is asked also of an answer that names a version which asked for nothing', () => {
    putTemplate(city.desk, { ...fee(1, 0), opcionales: { ...fee(1, 0).opcionales, addPaymentGateway: false } })
    putTemplate(city.desk, DEAR)
    const answer = city.desk.documents.get(keys.answer(answerTo(1)))
    expect(answer && isUnpaid(answer)).toBe(true)
  })

  it('is nothing where the form asks for money no more, whatever the answer names', () => {
    putTemplate(city.desk, DEAR)
    putTemplate(city.desk, { ...fee(3, 0), opcionales: { ...fee(3, 0).opcionales, addPaymentGateway: false } })
    const id = answerTo(2)
    const answer = city.desk.documents.get(keys.answer(id))
    expect(answer && isUnpaid(answer)).toBe(false)
    expect(orderAt(NOW, id)).toMatchObject({ problem: { code: 'payment.not-asked' } })
  })

  it('is not asked online once the form asks for money no more', () => {
    putTemplate(city.desk, CHEAP)
    const id = answerTo(1)
    putTemplate(city.desk, { ...fee(3, 1), opcionales: { ...fee(3, 1).opcionales, addPaymentGateway: false } })
    expect(orderAt(NOW, id)).toMatchObject({ problem: { code: 'payment.not-asked' } })
  })

  it('holds until the order expires, also for another try', () => {
    putTemplate(city.desk, CHEAP)
    const id = answerTo(1)
    orderAt(NOW, id)
    putTemplate(city.desk, DEAR)
    city.heard(id, closed())
    expect(orderAt(later(29), id, { shown: 1 })).toMatchObject({ ok: true, value: { order: { amount: 1 } } })
    city.heard(id, closed(2))
    expect(orderAt(later(31), id, { shown: 1 })).toMatchObject({
      problem: { code: 'payment.price-changed', details: { amount: 100_000 } },
    })
  })

  it('is that of today for a zone that the held version does not sell', () => {
    const both = buildTicketForm()
    const zones = both.ticketSale?.zones.filter(({ id }) => id === 2) ?? []
    putTemplate(city.desk, buildTicketForm({ ticketSale: { ...both.ticketSale, zones } }))
    const id = answerTo(1)
    orderAt(NOW, id, { purchase: { zone: 2, quanty: 1 }, shown: 2_000 })
    city.heard(id, closed())
    putTemplate(city.desk, { ...both, version: 2 })
    expect(orderAt(later(10), id, { purchase: { zone: 7, quanty: 1 }, shown: 5_000 })).toMatchObject({
      ok: true,
      value: { order: { amount: 5_000, zone: 7, priced: { version: 2 } } },
    })
  })

  it('holds for who waits for staff, and for a day after they have validated it', () => {
    putTemplate(city.desk, fee(1, 1, { validated: true }))
    const id = answerTo(1)
    orderAt(NOW, id)
    putTemplate(city.desk, fee(2, 100_000, { validated: true }))
    const validated = later(60 * 60)
    city.desk.commit(validateOrderUnit(id, 'ada' as never, { ...STEPPING, now: validated }))
    const paying = toInstant(toMilliseconds(validated) + 23 * 60 * MINUTE)
    expect(orderAt(paying, id, { shown: 1 })).toMatchObject({ value: { attempt: { amount: 1 } } })
    city.heard(id, paid('pi_1', { attempt: 2, amount: 1 }))
    expect(city.stored(id).status).toBe('Pagado')
  })

  it('holds with its reduction, after that has expired for others', () => {
    const early = { name: 'Anticipada', percentOff: 10, amountOff: 0, from: 1, until: later(10) }
    putTemplate(city.desk, fee(1, 1_000, { discounts: [early] }))
    const id = answerTo(1)
    orderAt(NOW, id)
    city.heard(id, closed())
    expect(orderAt(later(29), id, { shown: 900 })).toMatchObject({ ok: true, value: { order: { amount: 900 } } })
    city.heard(id, closed(2))
    expect(orderAt(later(31), id, { shown: 900 })).toMatchObject({
      problem: { code: 'payment.price-changed', details: { amount: 1_000 } },
    })
  })

  it('holds with its reduction for who waits for staff, who are not asked again', () => {
    const early = { name: 'Anticipada', percentOff: 10, amountOff: 0, from: 1, until: later(10) }
    putTemplate(city.desk, fee(1, 1_000, { validated: true, discounts: [early] }))
    const id = answerTo(1)
    orderAt(NOW, id)
    city.desk.commit(validateOrderUnit(id, 'ada' as never, { ...STEPPING, now: later(60) }))
    for (const minutes of [120, 180]) {
      expect(orderAt(later(minutes), id, { shown: 900 })).toMatchObject({
        ok: true,
        value: { attempt: { amount: 900 } },
      })
      city.heard(id, closed(city.stored(id).attempts.length))
    }
  })

  it('is at the desk the current price too, or the old one where staff say so', () => {
    putTemplate(city.desk, CHEAP)
    const id = answerTo(1)
    putTemplate(city.desk, DEAR)
    const { payer } = city.wishOf(id)
    const record = (wish: object) =>
      city.desk.commit(
        openOrderUnit(
          {
            by: 'desk',
            cashier: 'ada' as never,
            answer: id,
            wish: deskPaymentSchema.parse({ id: 'M'.repeat(26), payer, ...wish }),
          },
          'K3WQ9ZT0M4XB',
          STEPPING,
        ),
      )
    expect(record({ amount: 1 })).toMatchObject({
      problem: { code: 'payment.price-changed', details: { amount: 100_000 } },
    })
    expect(record({ amount: 1, oldPrice: true })).toMatchObject({ value: { order: { status: 'Pagado', amount: 1 } } })
  })

  it('is at the desk reduced by the code that the same person typed, until that ends', () => {
    const half = { name: 'Vecinos', code: 'VECINOS', percentOff: 50, amountOff: 0 }
    putTemplate(city.desk, fee(1, 1_000, { discounts: [half] }))
    const [id, other] = [answerTo(1), answerTo(1)]
    for (const each of [id, other]) {
      orderAt(NOW, each, { code: 'vecinos', shown: 500 })
      city.heard(each, closed())
    }
    const { payer } = city.wishOf(id)
    const record = (answer: typeof id, wish: object) => {
      const parsed = deskPaymentSchema.parse({ id: 'A'.repeat(26), payer, code: '', method: 'card', ...wish })
      return city.desk.commit(
        openOrderUnit({ by: 'desk', cashier: 'ada' as never, answer, wish: parsed }, 'K3WQ9ZT0M4XB', STEPPING),
      )
    }
    const changed = (amount: number) => ({ problem: { code: 'payment.price-changed', details: { amount } } })
    expect(record(id, { amount: 1_000 })).toMatchObject(changed(500))
    expect(record(id, { amount: 500, payer: { ...payer, dni: '30999999' } })).toMatchObject(changed(1_000))
    record(id, { amount: 500 })
    expect(city.stored(id)).toMatchObject({ amount: 500, code: 'vecinos', discount: 'Vecinos' })
    putTemplate(city.desk, fee(1, 1_000))
    expect(record(other, { amount: 500 })).toMatchObject(changed(1_000))
  })
})
