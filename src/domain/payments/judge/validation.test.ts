import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentFact } from '../index.ts'
import { toInstant, toMilliseconds } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { buildPaying, buildTicketForm, closed, paid, STEPPING, type Paying } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { putTemplate } from '#tests/support/builders/desk.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { validateOrderUnit } from './units.ts'

/** Orders that staff validate before payment. */
let city: Paying
const after = (hours: number) => toInstant(toMilliseconds(NOW) + hours * 3_600_000)
const validate = (id: ReturnType<Paying['answer']>) =>
  city.desk.commit(validateOrderUnit(id, 'sofia' as never, STEPPING))
const providers = (id: ReturnType<Paying['answer']>) => city.stored(id).attempts.map(({ provider }) => provider)
const mails = () => city.jobs().filter((job) => job.startsWith('mail'))
/** The end of a wait, as its attempt's check reports it. */
const over = (number: number, at: ReturnType<typeof after>): PaymentFact =>
  buildFact('closed', { attempt: number, provider: 'desk', reference: String(number), amount: 0, at })
function waiting(change = {}) {
  const id = city.answer()
  return { id, result: city.order(id, change) }
}
beforeEach(() => {
  city = buildPaying()
  putTemplate(city.desk, buildTicketForm({}, { validated: true }))
})

describe('an order that waits for staff', () => {
  it('holds its places for 72 hours, has no page to pay on, and is one however often it is asked for', () => {
    const { id, result } = waiting()
    expect(result).toMatchObject({ ok: true, value: { order: { status: 'Pendiente de validar' } } })
    expect([result.ok && result.value.attempt, city.order(id).ok, providers(id)]).toEqual([undefined, true, ['desk']])
    expect([city.stored(id).expiresAt, city.stock(), city.stored(id).open]).toEqual([
      after(72),
      { taken: 2, sold: 0 },
      true,
    ])
    expect(city.jobs()).toContain('payment.watch~1')
    waiting()
    expect(waiting().result).toMatchObject({ problem: { code: 'payment.sold-out', details: { left: 1, held: 4 } } })
  })

  it('is held for 24 hours more once they have validated it, and its payer is written to once', () => {
    const { id } = waiting()
    expect(mails()).toEqual([])
    validate(id)
    validate(id)
    expect([city.stored(id).expiresAt, city.stock(), mails()]).toEqual([
      after(24),
      { taken: 2, sold: 0 },
      ['mail.send~validated1'],
    ])
    const mail = [...city.desk.documents].find(([key]) => key.includes('validated'))?.[1]
    expect(mail).toMatchObject({
      payload: { letter: { letter: 'payment.validated', order: id, orderId: 'K3WQ9ZT0M4XB', held: true } },
    })
  })

  it('is paid by an attempt that takes over its places: neither stock nor the bound of a person counts them twice', () => {
    const { payer } = city.wishOf(city.answer())
    const change = { purchase: { zone: 7, quanty: 3 }, payer }
    const { id } = waiting(change)
    validate(id)
    expect(city.order(id, change)).toMatchObject({ ok: true, value: { attempt: { number: 2, provider: 'stripe' } } })
    expect([city.stock(), providers(id)]).toEqual([{ taken: 3, sold: 0 }, ['desk', 'stripe']])
    city.heard(id, paid('pi_1', { attempt: 2, amount: 15_000 }))
    expect([city.stored(id).status, city.stock()]).toEqual(['Pagado', { taken: 3, sold: 3 }])
    expect(mails()).toEqual(['mail.send~validated1', 'mail.send~0'])
  })

  it('that was not looked at, or not paid, in its time gives its places back, and its payer is written to once', () => {
    const { id } = waiting()
    city.heard(id, over(1, after(72)))
    city.heard(id, over(1, after(72)))
    expect([city.stored(id).status, city.stock(), city.stored(id).open]).toEqual([
      'Rechazado',
      { taken: 0, sold: 0 },
      false,
    ])
    expect(mails()).toEqual(['mail.send~lapsed1'])
    // Validated late, it can be paid while places are left.
    validate(id)
    expect([mails(), city.stock()]).toEqual([['mail.send~lapsed1', 'mail.send~validated1'], { taken: 0, sold: 0 }])
    expect(city.order(id)).toMatchObject({ ok: true, value: { attempt: { number: 2 } } })
    expect(city.stock()).toEqual({ taken: 2, sold: 0 })
  })

  it.each([
    ['the same', {}, 'sofia', 'stripe'],
    ['another quantity', { purchase: { zone: 7, quanty: 1 } }, undefined, 'desk'],
    ['another zone', { purchase: { zone: 2, quanty: 2 } }, undefined, 'desk'],
    [
      'another person',
      { payer: { fullName: 'Ana Paz', dni: '30999999', phone: '', email: 'ana@relevo.example' } },
      undefined,
      'desk',
    ],
  ])('is validated as it was looked at: %s has %j', (_, change, by, next) => {
    const { id } = waiting()
    validate(id)
    city.order(id)
    city.heard(id, closed(2))
    expect(city.order(id, change).ok).toBe(true)
    expect([city.stored(id).validation?.by, providers(id).at(-1)]).toEqual([by, next])
  })

  it('that chooses again is closed first, without an e-mail, and waits again', () => {
    const { id } = waiting()
    const other = { purchase: { zone: 2, quanty: 1 } }
    expect(city.order(id, other)).toMatchObject({ problem: { code: 'payment.open' } })
    city.heard(id, over(1, after(1)))
    expect(city.order(id, other)).toMatchObject({ ok: true, value: { order: { zone: 2 } } })
    expect([mails(), providers(id), city.stock(2)]).toEqual([[], ['desk', 'desk'], { taken: 1, sold: 0 }])
  })

  it('continues automatically where the form wants no validation any more', () => {
    const { id } = waiting()
    putTemplate(city.desk, buildTicketForm())
    expect(city.order(id)).toMatchObject({ ok: true, value: { attempt: { provider: 'stripe' } } })
    expect(city.desk.documents.get(keys.paymentOrder(id))).toMatchObject({ status: 'Pendiente de validar' })
  })
})
