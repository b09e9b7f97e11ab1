import { describe, expect, it } from 'vitest'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import { listSaleProblems } from './sale-problems.ts'

const EUR = { sign: '€', name: 'EUR' }
const zone = { id: 1, name: 'Platea', price: 100, maxQuantity: 0 }
const event = { productType: 'event', currency: EUR, zones: [zone], eventDate: '2027-01-10T21:00:00.000Z' }

const problemsOf = (more: Readonly<Record<string, unknown>>, addPaymentGateway = true) =>
  listSaleProblems(buildPlainTemplate({}, { opcionales: { addPaymentGateway }, ...more })).map(
    ({ code, field, details }) => [code, field, ...Object.values(details ?? {})].join(' '),
  )
const inSale = (more: Readonly<Record<string, unknown>>) => problemsOf({ ticketSale: { ...event, ...more } })
const priced = { orden: 0, titulo: 'Metros', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.NUMBER, precio: 150 }

describe('a form that asks for money is published', () => {
  it.each([
    ['with a price of every answer', { charge: { base: 1, currency: EUR } }],
    [
      'with a price of one of its questions',
      { charge: { currency: EUR }, secciones: [{ orden: 0, preguntas: [priced] }] },
    ],
    ['with something that is sold, although none is left', { ticketSale: event }],
    ['as goods without a date', { ticketSale: { ...event, productType: 'product', eventDate: undefined } }],
    [
      'with a promotion that takes off more than all',
      { ticketSale: { ...event, promotions: [{ name: 'Todo', amountOff: 1e9 }] } },
    ],
    [
      'with its dates in order',
      {
        ticketSale: {
          ...event,
          eventEnd: '2027-01-11T02:00:00.000Z',
          saleFrom: '2026-12-01T00:00:00.000Z',
          saleUntil: '2027-01-11T01:00:00.000Z',
        },
      },
    ],
  ])('%s', (_, more) => {
    expect(problemsOf(more)).toEqual([])
  })

  it('and one that asks for none is not asked', () => {
    expect(problemsOf({ ticketSale: { ...event, zones: [] } }, false)).toEqual([])
  })
})

describe('it is not', () => {
  const twice = [zone, { ...zone, id: 2 }]
  it.each([
    ['without a price', () => problemsOf({}), 'charge.required charge'],
    [
      'where only a text has a price, which nothing is paid for',
      () =>
        problemsOf({
          charge: { currency: EUR },
          secciones: [{ orden: 0, preguntas: [{ ...priced, tipoDato: DATA_TYPE.STRING }] }],
        }),
      'charge.required charge',
    ],
    ['without a currency', () => problemsOf({ charge: { base: 1 } }), 'charge.currency charge'],
    [
      'in a currency that has no ISO code',
      () => problemsOf({ charge: { base: 1, currency: { sign: '$', name: 'pesos' } } }),
      'charge.currency charge',
    ],
    [
      'with cents of a currency that has none',
      () => problemsOf({ charge: { base: 150, currency: { sign: '$', name: 'CLP' } } }),
      'charge.no-cents charge',
    ],
    [
      'with a discount that has no name',
      () => problemsOf({ charge: { base: 1, currency: EUR, discounts: [{ name: ' ', percentOff: 1 }] } }),
      'sale.promotion charge 1',
    ],
    [
      'with a sale of nothing',
      () => problemsOf({ charge: { base: 1 }, ticketSale: { ...event, zones: [] } }),
      'sale.zone-required ticketSale',
    ],
    [
      'with a zone without a name',
      () => inSale({ zones: [zone, { ...zone, id: 2, name: ' ' }] }),
      'sale.zone ticketSale 2',
    ],
    ['with a zone that costs nothing', () => inSale({ zones: [{ ...zone, price: 0 }] }), 'sale.zone ticketSale 1'],
    [
      'with a zone of which a person may buy none',
      () => inSale({ zones: [{ ...zone, maxPerPerson: 0 }] }),
      'sale.zone ticketSale 1',
    ],
    [
      'with a sale of which a person may buy nothing',
      () => inSale({ maxPerPerson: 0 }),
      'sale.max-per-person ticketSale',
    ],
    ['with two zones of one name', () => inSale({ zones: twice }), 'sale.zone-name-taken ticketSale 2'],
    [
      'with two zones counted as one',
      () => inSale({ zones: [zone, { ...zone, name: 'Campo' }] }),
      'sale.zone-name-taken ticketSale 2',
    ],
    ['with an event that has no date', () => inSale({ eventDate: undefined }), 'sale.dates ticketSale'],
    [
      'with an event that ends before it begins',
      () => inSale({ eventEnd: '2027-01-10T20:00:00.000Z' }),
      'sale.dates ticketSale',
    ],
    [
      'with a sale that ends before it begins',
      () => inSale({ saleFrom: '2027-01-02T00:00:00.000Z', saleUntil: '2027-01-01T00:00:00.000Z' }),
      'sale.dates ticketSale',
    ],
    [
      'with a sale that goes on after the event',
      () => inSale({ saleUntil: '2027-02-01T00:00:00.000Z' }),
      'sale.dates ticketSale',
    ],
    [
      'with a promotion that takes nothing off',
      () => inSale({ promotions: [{ name: 'Nada' }] }),
      'sale.promotion ticketSale 1',
    ],
    [
      'with a promotion whose code is empty',
      () =>
        inSale({
          promotions: [
            { name: 'A', percentOff: 1 },
            { name: 'B', percentOff: 1, code: ' ' },
          ],
        }),
      'sale.promotion ticketSale 2',
    ],
    ...['-', '. .', '\u200b', '——'].map(
      (code) =>
        [
          `with a promotion whose code is of signs that mean nothing (${code})`,
          () => inSale({ promotions: [{ name: 'B', percentOff: 1, code }] }),
          'sale.promotion ticketSale 1',
        ] as const,
    ),
    [
      'with an exemption for no number',
      () => inSale({ promotions: [{ name: 'B', percentOff: 1, dni: ['-', ' '] }] }),
      'sale.promotion ticketSale 1',
    ],
  ] as const)('%s', (_, found, expected) => {
    expect(found()).toEqual([expected])
  })

  it('with more prices than an order has lines', () => {
    const opciones = Array.from({ length: 499 }, (_, orden) => ({ orden, texto: `${orden}`, precio: 1 }))
    const question = { orden: 0, titulo: 'Qué', tipoPregunta: QUESTION_TYPE.SELECT, opciones }
    const found = problemsOf({ charge: { currency: EUR }, secciones: [{ orden: 0, preguntas: [question] }] })
    expect(found).toEqual(['charge.too-many charge 498'])
  })
})
