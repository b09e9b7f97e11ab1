import { beforeEach, describe, expect, it } from 'vitest'
import { buildPaying, closed, paid, type Paying, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { keys } from '../../store/index.ts'
import { storePaymentSessionUnit } from './units.ts'

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

it('an attempt that was begun twice at once has the first page, which was given out', () => {
  const id = city.answer()
  city.order(id)
  const begin = (session: string) => {
    const url = `https://pay.example/${session}`
    return city.desk.commit(storePaymentSessionUnit(id, 1, { session, url }, STEPPING))
  }
  expect([begin('one'), begin('two')]).toMatchObject(
    [1, 2].map(() => ({ ok: true, value: { attempts: [{ session: 'one', url: 'https://pay.example/one' }] } })),
  )
})

describe('money of an attempt whose order costs something else by now', () => {
  const repriced = () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, closed(1))
    city.order(id, { purchase: { zone: 2, quanty: 1 } })
    return id
  }
  const kindsOf = (id: ReturnType<typeof repriced>) =>
    city
      .stored(id)
      .facts.filter(({ reference }) => reference.startsWith('pi'))
      .map(({ kind, reference }) => `${kind} ${reference}`)

  it('pays nothing, however often it is heard, and waits for a person', () => {
    const id = repriced()
    city.heard(id, paid('pi_old'))
    expect([city.stored(id).status, city.stored(id).refunds]).toEqual(['Pendiente de validar', []])
    city.heard(id, paid('pi_new', { attempt: 2, amount: 2_000 }))
    city.heard(id, paid('pi_old'))
    expect([city.stored(id).status, kindsOf(id)]).toEqual(['Pagado', ['mismatch pi_old', 'paid pi_new']])
  })

  it('goes back automatically where the order is paid already', () => {
    const id = repriced()
    city.heard(id, paid('pi_new', { attempt: 2, amount: 2_000 }))
    city.heard(id, paid('pi_old'))
    expect(kindsOf(id)).toEqual(['paid pi_new', 'paid pi_old'])
    expect(city.stored(id).refunds).toMatchObject([{ payment: 'pi_old', amount: 10_000 }])
  })
})

describe.each([
  ['another amount', paid('pi_9', { amount: 1 })],
  ['another currency', buildFact('mismatch', { reference: 'pi_9' })],
])('money of %s ends its attempt', (_, money) => {
  it('so that its places are free, and its payer can pay again', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, money)
    expect([city.stored(id).open, city.stored(id).status, city.stock()]).toEqual([
      false,
      'Rechazado',
      { taken: 0, sold: 0 },
    ])
    const after = city.stored(id)
    city.heard(id, money, closed(1))
    expect(city.stored(id)).toBe(after)
    expect(city.order(id)).toMatchObject({ ok: true, value: { attempt: { number: 2 } } })
    city.heard(id, money, paid('pi_2', { attempt: 2 }))
    expect([city.stored(id).status, city.stored(id).refunds]).toEqual(['Pagado', []])
  })
})

describe('while an order is being paid', () => {
  it('a choice that cannot be had gives up nothing that is held', () => {
    const id = city.answer()
    const { payer } = city.wishOf(id)
    city.order(id, { payer })
    city.order(city.answer(), { purchase: { zone: 7, quanty: 3 } })
    const before = city.stored(id)
    expect(city.order(id, { payer, purchase: { zone: 7, quanty: 3 } })).toMatchObject({
      problem: { code: 'payment.sold-out', details: { left: 2 } },
    })
    expect([city.stored(id), city.stock()]).toEqual([before, { taken: 5, sold: 0 }])
  })

  it('what it holds does not stand in the way of another choice of the same person', () => {
    const id = city.answer()
    const { payer } = city.wishOf(id)
    city.order(id, { payer, purchase: { zone: 7, quanty: 3 } })
    const other = { payer, purchase: { zone: 2, quanty: 4 } }
    expect(city.order(id, other)).toMatchObject({ problem: { code: 'payment.open' } })
    city.heard(id, closed())
    expect(city.order(id, other)).toMatchObject({ ok: true, value: { order: { zone: 2, quanty: 4 } } })
  })

  it('the payer can correct who is written to, in the same attempt; another person is another', () => {
    const id = city.answer()
    const { payer } = city.wishOf(id)
    const first = city.order(id, { payer })
    const corrected = { ...payer, email: 'ana.paz@relevo.example' }
    expect(city.order(id, { payer: corrected })).toMatchObject({
      value: { attempt: first.ok && first.value.attempt, order: corrected },
    })
    const answer = city.desk.documents.get(keys.answer(id))
    expect([city.stored(id).email, answer?.payments[0]?.payOrder.email, city.stock()]).toEqual([
      corrected.email,
      corrected.email,
      { taken: 2, sold: 0 },
    ])
    expect(city.order(id, { payer: { ...payer, dni: '30999999' } })).toMatchObject({
      problem: { code: 'payment.open' },
    })
  })
})
