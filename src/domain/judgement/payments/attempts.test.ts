import { beforeEach, describe, expect, it } from 'vitest'
import { buildPaying, closed, paid, type Paying, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { sessionUnit } from './units.ts'

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

it('an attempt that was begun twice at once has the first page, which was given out', () => {
  const id = city.answer()
  city.order(id)
  const begin = (session: string) => {
    const url = `https://pay.example/${session}`
    return city.desk.commit(sessionUnit(id, 1, { session, url }, STEPPING))
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

  it('goes back by itself where the order is paid already', () => {
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
  it('so that its places are free, and its payer can pay anew', () => {
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
