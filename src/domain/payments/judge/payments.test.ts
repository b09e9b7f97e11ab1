import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { putTemplate } from '#tests/support/builders/desk.ts'
import {
  buildPaying,
  buildTicketForm,
  closed,
  OWNER,
  paid,
  type Paying,
  PLACES,
  STEPPING,
} from '#tests/support/builders/paying.ts'
import { buildFact, PESO } from '#tests/support/builders/payments.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { toInstant, type AnswerId } from '../../kernel/index.ts'
import { deskPaymentSchema, isUnpaid, countStock } from '../index.ts'
import { keys } from '../../store/index.ts'
import { openOrderUnit } from './order-unit.ts'
import { storePaymentSessionUnit } from './units.ts'

let city: Paying
beforeEach(() => {
  city = buildPaying()
})

describe('an answer that has to be paid', () => {
  it('is stored first, with its code, and its incident waits for the money', () => {
    const id = city.answer()
    const before = city.desk.documents.get(keys.answer(id))
    expect([before?.codigoMunicipio, before && isUnpaid(before), city.jobs()]).toEqual([
      expect.stringMatching(/\d$/),
      true,
      [],
    ])
    city.order(id)
    expect(city.jobs()).toEqual(['payment.watch~1'])
    city.heard(id, paid())
    const after = city.desk.documents.get(keys.answer(id))
    expect(after && isUnpaid(after)).toBe(false)
    expect(city.jobs().toSorted()).toEqual([
      'incident.create',
      'mail.send~0',
      'payment.receipt',
      'payment.tickets',
      'payment.watch~1',
    ])
    expect(after).toMatchObject({
      version: before?.version,
      paymentDetails: { orderId: 'K3WQ9ZT0M4XB' },
      purchaseOrderDetails: { quanty: 2, price: 5_000, section: 'Platea' },
      payments: [
        {
          name: 'Platea',
          address: 'Teatro Municipal',
          dateFormatted: '20/11/2026 12:30',
          preview: false,
          payOrder: { status: 'Pagado', amount: 10_000 },
        },
      ],
    })
  })

  it('has one incident, however often money is heard of', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, paid())
    city.desk.remove('jobs/none')
    const done = { ...city.desk.documents.get(keys.job(`incident.create~${id}`)), state: 'done' }
    city.desk.put(keys.job(`incident.create~${id}`), done)
    city.heard(id, paid(), paid('pi_2'), buildFact('refused'))
    expect(city.desk.documents.get(keys.job(`incident.create~${id}`))?.state).toBe('done')
  })
})

describe('an order', () => {
  it('begins one attempt at a time: asked again it is the same', () => {
    const id = city.answer()
    const [first, again] = [city.order(id), city.order(id)]
    expect(again).toEqual(first)
    expect(city.stored(id).attempts).toHaveLength(1)
    expect(city.order(id, { purchase: { zone: 2, quanty: 1 } })).toMatchObject({ problem: { code: 'payment.open' } })
  })

  it('is the same one with another attempt when the first was closed, also of another zone', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, closed())
    expect([city.stored(id).status, city.stock()]).toEqual(['Rechazado', { taken: 0, sold: 0 }])
    city.order(id, { purchase: { zone: 2, quanty: 3 } })
    expect(city.stored(id)).toMatchObject({
      orderId: 'K3WQ9ZT0M4XB',
      status: 'Pendiente de validar',
      amount: 6_000,
      zone: 2,
    })
    expect([city.stored(id).attempts.length, city.stock(), city.stock(2)]).toEqual([
      2,
      { taken: 0, sold: 0 },
      { taken: 3, sold: 0 },
    ])
  })

  it('that is paid is not paid again', () => {
    const id = city.answer()
    city.order(id)
    city.heard(id, paid())
    expect(city.order(id)).toMatchObject({ ok: true, value: { order: { status: 'Pagado' } } })
    expect(city.stored(id).attempts).toHaveLength(1)
  })

  it.each([
    ['an answer that there is not', {}, () => 'X'.repeat(26) as AnswerId, 'answer.missing'],
    ['a price above the one shown', { shown: 9_999 }, () => city.answer(), 'payment.price-changed'],
    [
      'more than a person may have of the zone',
      { purchase: { zone: 7, quanty: 4 } },
      () => city.answer(),
      'payment.too-many',
    ],
    ['no zone', { purchase: undefined }, () => city.answer(), 'payment.zone-required'],
    ['a zone that there is not', { purchase: { zone: 1, quanty: 1 } }, () => city.answer(), 'payment.zone-unknown'],
    ['a code that there is not', { code: 'x' }, () => city.answer(), 'payment.code-unknown'],
  ] as const)('is refused for %s', (_, change, of, code) => {
    expect(city.order(of(), change)).toMatchObject({ ok: false, problem: { code } })
  })

  it('is refused before and after the sale, and where no account is connected', () => {
    const id = city.answer()
    const sale = buildTicketForm().ticketSale
    putTemplate(city.desk, buildTicketForm({ ticketSale: { ...sale, saleFrom: toInstant(Date.parse(NOW) + 1) } }))
    expect(city.order(id)).toMatchObject({ problem: { code: 'payment.sale-closed' } })
    putTemplate(city.desk, buildTicketForm({ ticketSale: { ...sale, saleUntil: toInstant(Date.parse(NOW) - 1) } }))
    expect(city.order(id)).toMatchObject({ problem: { code: 'payment.sale-closed' } })
    putTemplate(city.desk, buildTicketForm())
    city.desk.remove(keys.paymentAccount(OWNER))
    expect(city.order(id)).toMatchObject({ problem: { code: 'payment.not-connected' } })
    expect(city.stored(id)).toBeUndefined()
  })

  it.each([
    ['after the end of its event', { eventEnd: '2026-11-20T15:29:59.999Z' }, 'payment.sale-closed'],
    ['after its event, of which no end is known', { eventDate: '2026-11-20T15:29:59.999Z' }, 'payment.sale-closed'],
    ['until the end of its event', { eventEnd: '2026-11-20T15:30:00.000Z' }, 'sold'],
    [
      'until the date that the author chose, although the event has begun',
      { saleUntil: '2026-11-20T15:30:00.000Z' },
      'sold',
    ],
  ])('of an event that is over is refused: %s', (_, dates, expected) => {
    const sale = { ...buildTicketForm().ticketSale, eventDate: '2026-11-20T13:00:00.000Z', ...dates }
    putTemplate(city.desk, buildTicketForm({ ticketSale: sale }))
    const ordered = city.order(city.answer())
    expect(ordered.ok ? 'sold' : ordered.problem.code).toBe(expected)
  })

  it('of nothing is paid at once', () => {
    putTemplate(
      city.desk,
      buildTicketForm(
        { ticketSale: undefined },
        { base: 100, currency: PESO, discounts: [{ name: 'Todo', code: 'TODO', percentOff: 100 }] },
      ),
    )
    const id = city.answer()
    expect(city.order(id, { purchase: undefined, code: 'todo' })).toMatchObject({
      value: { order: { status: 'Pagado', amount: 0, attempts: [] } },
    })
    expect(city.jobs()).toContain('incident.create')
  })

  it('is not made of an answer that costs nothing: what follows it waits for none', () => {
    putTemplate(city.desk, buildTicketForm({ ticketSale: undefined }, { base: 0, currency: PESO }))
    const id = city.answer()
    expect(city.desk.documents.get(keys.answer(id))).toMatchObject({ opcionales: { addPaymentGateway: false } })
    expect(city.jobs()).toContain('incident.create')
    expect(city.order(id, { purchase: undefined })).toMatchObject({ problem: { code: 'payment.not-asked' } })
  })

  it('knows what the provider calls its attempt', () => {
    const id = city.answer()
    city.order(id)
    city.desk.commit(storePaymentSessionUnit(id, 1, { session: 'cs_1', url: 'https://pay.example/cs_1' }, STEPPING))
    expect(city.order(id)).toMatchObject({ value: { attempt: { session: 'cs_1', url: 'https://pay.example/cs_1' } } })
  })

  it('over the city.desk is paid by what was counted, and by nothing else', () => {
    const id = city.answer()
    const { payer, purchase } = city.wishOf(id)
    const desk = { by: 'desk', cashier: 'ada' as never, answer: id } as const
    const at = (amount: number) => deskPaymentSchema.parse({ id: 'M'.repeat(26), payer, purchase, amount })
    const record = (amount: number) =>
      city.desk.commit(openOrderUnit({ ...desk, wish: at(amount) }, 'K3WQ9ZT0M4XB', STEPPING))
    expect(record(9_000)).toMatchObject({ problem: { code: 'payment.price-changed', details: { amount: 10_000 } } })
    expect(record(10_000)).toMatchObject({ value: { order: { status: 'Pagado', delivery: 'delivered' } } })
    expect([record(10_000).ok, city.stored(id).facts.length, city.stock()]).toEqual([true, 1, { taken: 2, sold: 2 }])
  })
})

describe('what is bought', () => {
  let people = 0
  const buy = (quanty: number, dni = `${30_000_000 + (people += 1)}`) => {
    const id = city.answer()
    const { payer } = city.wishOf(id)
    return { id, result: city.order(id, { purchase: { zone: 7, quanty }, payer: { ...payer, dni } }) }
  }

  it('is never sold twice: the last places go to whose order came first', () => {
    const results = Array.from({ length: 6 }, () => buy(2).result)
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false, false, false, false])
    expect(results[2]).toMatchObject({ problem: { code: 'payment.sold-out', details: { left: 1, held: 4 } } })
    expect(city.stock()).toEqual({ taken: 4, sold: 0 })
  })

  it('is free again when the provider has closed the attempt, and then money that comes late goes back', () => {
    const [one, other] = [buy(3), buy(2)]
    city.heard(one.id, closed())
    const third = buy(3)
    expect(third.result.ok).toBe(true)
    city.heard(one.id, paid('pi_late', { amount: 15_000 }))
    expect(city.stored(one.id)).toMatchObject({ status: 'Pagado', delivery: 'sold-out', refunds: [{ amount: 15_000 }] })
    expect(city.jobs().filter((job) => /refund|mail/.test(job))).toEqual(['mail.send~1', 'payment.refund~0'])
    expect([city.stock(), isUnpaid(city.desk.documents.get(keys.answer(one.id)) as never)]).toEqual([
      { taken: 5, sold: 0 },
      true,
    ])
    city.heard(other.id, paid())
    expect(city.stock()).toEqual({ taken: 5, sold: 2 })
  })

  it('is no more than a person may have, in however many orders and however their number is typed', () => {
    expect([buy(3, '30.111.222').result.ok, buy(1, '30111222').result]).toEqual([
      true,
      expect.objectContaining({ problem: { code: 'payment.too-many', details: { max: 3 } } }),
    ])
  })

  it.each(['030111222', 'DNI 30111222', 'D.N.I. N° 30.111.222', '３０１１１２２２', '30\u200b111\u200b222'])(
    'counts %s for the person of 30111222',
    (dni) => {
      expect([buy(3, '30111222').result.ok, buy(1, dni).result]).toEqual([
        true,
        expect.objectContaining({ problem: { code: 'payment.too-many', details: { max: 3 } } }),
      ])
    },
  )

  it.each(['X1234567L', '301112220'])('counts %s for another person than 30111222', (dni) =>
    expect([buy(3, '30111222').result.ok, buy(1, dni).result.ok]).toEqual([true, true]),
  )

  it('continues in the open attempt when the payer writes the number in another way', () => {
    const id = city.answer()
    const { payer } = city.wishOf(id)
    city.order(id, { payer: { ...payer, dni: '30.111.222' } })
    city.order(id, { payer: { ...payer, dni: 'DNI 030111222' } })
    expect([city.stored(id).attempts.length, city.stored(id).dni, city.stock()]).toEqual([
      1,
      'DNI 030111222',
      { taken: 2, sold: 0 },
    ])
    city.heard(id, closed())
    expect(city.stock()).toEqual({ taken: 0, sold: 0 })
  })

  it('is counted the same step by step and from all orders, whatever happens in whichever order', () => {
    const act = fc.record({
      what: fc.constantFrom('order', 'close', 'pay', 'twice', 'refund'),
      who: fc.nat(5),
      quanty: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        city = buildPaying()
        const ids = Array.from({ length: 6 }, city.answer)
        for (const { what, who, quanty } of acts) {
          const id = ids[who] as AnswerId
          const known = city.stored(id)
          const attempt = known?.attempts.at(-1)
          if (what === 'order')
            city.order(id, { purchase: { zone: 7, quanty }, payer: { ...city.wishOf(id).payer, dni: `3000000${who}` } })
          else if (attempt === undefined) continue
          else if (what === 'close') city.heard(id, closed(attempt.number))
          else if (what === 'refund')
            city.heard(id, buildFact('refunded', { reference: 're', of: `pi_${who}_1`, amount: attempt.amount }))
          else {
            const { number, amount } = attempt
            city.heard(id, paid(`pi_${who}_${what === 'pay' ? 1 : 2}`, { attempt: number, amount }))
          }
        }
        const stored = ids.map(city.stored).filter((one) => one !== undefined)
        const counted = countStock(stored).get(7) ?? { taken: 0, sold: 0 }
        expect(city.stock() ?? { taken: 0, sold: 0 }).toEqual(counted)
        expect(counted.taken).toBeLessThanOrEqual(PLACES)
        expect(counted.sold).toBeLessThanOrEqual(counted.taken)
      }),
      { numRuns: 60 },
    )
  })
})
