import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../questions/index.ts'
import { promotionSchema } from '../tickets/index.ts'
import { answerValuesSchema, type QuestionValue } from '../answers/documents/values.ts'
import { fromSmallestUnit, isPayableAmount, toSmallestUnit, CURRENCIES_WITHOUT_CENTS } from './currency.ts'
import { computePrice, computeDiscountAmount, hasDiscountCodes, type PricedAnswer } from './price.ts'

const EUR = { sign: '€', name: 'EUR' }
const { OPEN, SELECT, BOOLEAN, RADIO } = QUESTION_TYPE

/** Section 0: choices; section 1, repeatable: signs by number; section 2, conditional: an extra. */
const secciones = [
  {
    orden: 0,
    preguntas: [
      { orden: 0, titulo: 'Metros', tipoPregunta: OPEN, tipoDato: DATA_TYPE.NUMBER, precio: 150 },
      { orden: 1, titulo: 'Urgente', tipoPregunta: BOOLEAN, precio: 1000 },
      {
        orden: 2,
        titulo: 'Extras',
        tipoPregunta: SELECT,
        opciones: [
          { orden: 0, texto: 'Luz', precio: 300 },
          { orden: 1, texto: 'Agua', precio: 700 },
          { orden: 2, texto: 'Nada' },
        ],
      },
      { orden: 3, titulo: 'Nombre', tipoPregunta: OPEN, precio: 99_999 },
    ],
  },
  {
    orden: 1,
    repetible: true,
    preguntas: [
      {
        orden: 0,
        titulo: 'Cartel',
        tipoPregunta: RADIO,
        opciones: [
          { orden: 0, texto: 'Grande', precio: 250 },
          { orden: 1, texto: 'Chico' },
        ],
      },
    ],
  },
  {
    orden: 2,
    conditionalSection: true,
    conditions: [
      {
        order: 0,
        condition: 'Con mesas',
        questions: [{ orden: 0, titulo: 'Mesas', tipoPregunta: OPEN, tipoDato: DATA_TYPE.NUMBER, precio: 10 }],
      },
    ],
  },
]
const form = (more: Readonly<Record<string, unknown>> = {}) =>
  buildPlainTemplate({}, { titulo: 'Permiso', secciones, charge: { base: 500, currency: EUR }, ...more })
const sale = (more: Readonly<Record<string, unknown>> = {}) => ({
  productType: 'event',
  currency: EUR,
  zones: [
    { id: 7, name: 'Platea', price: 2_550, maxQuantity: 10, maxPerPerson: 4 },
    { id: 3, name: 'Campo', price: 1_000, maxQuantity: 0 },
  ],
  ...more,
})
const content = (values: Readonly<Record<string, QuestionValue>>, more: Readonly<Record<string, unknown>> = {}) =>
  answerValuesSchema.parse({ values, conditions: {}, rows: {}, ...more })
const totalOf = (template: ReturnType<typeof form>, priced: Partial<PricedAnswer> = {}) => {
  const price = computePrice(template, { content: content({}), ...priced }, NOW)
  return price.ok ? price.value.total : price.problem
}

describe('what an answer costs', () => {
  it.each([
    ['what every answer costs', {}, {}, 500],
    ['so much for each one of a number', { '0/0': { respuesta: '12' } }, {}, 500 + 12 * 150],
    ['nothing for a number below zero', { '0/0': { respuesta: '-12' } }, {}, 500],
    ['a yes', { '0/1': { respuesta: true } }, {}, 1500],
    ['no no', { '0/1': { respuesta: false } }, {}, 500],
    ['every option that was chosen', { '0/2': { chosen: [0, 1, 2] } }, {}, 1500],
    ['nothing for a text, whatever price stands there', { '0/3': { respuesta: '12' } }, {}, 500],
    [
      'each row of a section that repeats',
      { '1/0': { chosen: [0] }, '1/r0/0': { chosen: [0] }, '1/r1/0': { chosen: [1] } },
      { rows: { '1': 2 } },
      1000,
    ],
    [
      'what is asked because a condition is checked',
      { '2/c0/0': { respuesta: '3' } },
      { conditions: { '2': [0] } },
      530,
    ],
    ['nothing for what is not asked', { '2/c0/0': { respuesta: '3' } }, {}, 500],
  ] as const)('is %s', (_, values, more, total) => {
    expect(totalOf(form(), { content: content(values, more) })).toBe(total)
  })

  it('has one line for each thing, with how many and the price of one', () => {
    const values = content({ '1/0': { chosen: [0] }, '1/r0/0': { chosen: [0] } }, { rows: { '1': 1 } })
    expect(computePrice(form(), { content: values }, NOW)).toMatchObject({
      value: {
        lines: [
          { name: 'Permiso', quanty: 1, price: 500 },
          { name: 'Grande', quanty: 2, price: 250 },
        ],
        total: 1000,
        currency: EUR,
      },
    })
  })

  it('is refused where the form asks for no money, and beyond what an order may come to', () => {
    expect(totalOf(buildPlainTemplate())).toEqual({ code: 'payment.not-asked' })
    expect(totalOf(form(), { content: content({ '0/0': { respuesta: '9'.repeat(400) } }) })).toEqual({
      code: 'payment.amount',
    })
    expect(totalOf(form(), { content: content({ '0/0': { respuesta: '999999999' } }) })).toEqual({
      code: 'payment.amount',
    })
  })
})

describe('what is sold', () => {
  const tickets = form({ ticketSale: sale({ maxPerPerson: 6 }) })

  it.each([
    ['two of a zone, beside what every answer costs', { zone: 7, quanty: 2 }, 500 + 5_100],
    ['no zone', undefined, { code: 'payment.zone-required' }],
    ['none of a zone', { zone: 7, quanty: 0 }, { code: 'payment.zone-required' }],
    ['a zone that there is not', { zone: 0, quanty: 1 }, { code: 'payment.zone-unknown' }],
    [
      'more than a person may have of this zone',
      { zone: 7, quanty: 5 },
      { code: 'payment.too-many', details: { max: 4 } },
    ],
    ['more than a person may have at all', { zone: 3, quanty: 7 }, { code: 'payment.too-many', details: { max: 6 } }],
  ])('%s', (_, purchase, expected) => {
    expect(totalOf(tickets, { purchase })).toEqual(expected)
  })

  it('is nothing where a form sells nothing', () => {
    expect(totalOf(form(), { purchase: { zone: 7, quanty: 1 } })).toEqual({ code: 'payment.zone-unknown' })
  })
})

describe('a reduction', () => {
  const reduced = (discounts: readonly object[], priced: Partial<PricedAnswer> = {}) =>
    totalOf(form({ charge: { base: 999, currency: EUR, discounts } }), priced)

  it.each([
    ['by percent, rounded to a whole cent', [{ name: 'Feria', percentOff: 12.5 }], {}, 874],
    ['by an amount', [{ name: 'Feria', amountOff: 100 }], {}, 899],
    ['and never below zero', [{ name: 'Feria', amountOff: 100_000, percentOff: 100 }], {}, 0],
    [
      'the best one, and not all of them',
      [
        { name: 'A', amountOff: 1 },
        { name: 'B', amountOff: 9 },
        { name: 'C', amountOff: 2 },
      ],
      {},
      990,
    ],
    [
      'for who knows its code, however it is typed',
      [{ name: 'Socio', amountOff: 99, code: 'Socio 26' }],
      { code: ' SOCIO-26' },
      900,
    ],
    ['for no other', [{ name: 'Socio', amountOff: 99, code: 'Socio 26' }], {}, 999],
    [
      'of a wrong code is refused',
      [{ name: 'Socio', amountOff: 99, code: 'Socio 26' }],
      { code: 'x' },
      { code: 'payment.code-unknown' },
    ],
    ...['-', ' — ', '\u200b', '.', '\u00ad', '\u2800'].map(
      (code) =>
        [`of an empty code (${code}) holds for no one`, [{ name: 'Socio', amountOff: 99, code }], {}, 999] as const,
    ),
    [
      'of an empty code is not for who types it, either',
      [{ name: 'Socio', amountOff: 99, code: '-' }],
      { code: '-' },
      999,
    ],
    ...['\u200bSOCIO\u201326', 'ｓｏｃｉｏ２６', 'so\u00adcio\u202f26\u2060', 'socio−26'].map(
      (code) =>
        [
          `of its code as pasted (${code})`,
          [{ name: 'Socio', amountOff: 99, code: 'Socio 26' }],
          { code },
          900,
        ] as const,
    ),
    ['of a code in other letters', [{ name: 'Socio', amountOff: 99, code: 'STRASSE' }], { code: 'straße' }, 900],
    [
      'for another sign that is no space or dash',
      [{ name: 'Socio', amountOff: 99, code: 'A+' }],
      { code: 'A' },
      { code: 'payment.code-unknown' },
    ],
    ...['DNI 30111222', '030.111.222', 'D.N.I. Nº 30111222'].map(
      (dni) =>
        [
          `for a citizen by their number (${dni})`,
          [{ name: 'Exento', percentOff: 100, dni: ['30.111.222'] }],
          { citizen: { dni, cuit: '' } },
          0,
        ] as const,
    ),
    [
      'for a citizen by their number',
      [{ name: 'Exento', percentOff: 100, dni: ['30.111.222'] }],
      { citizen: { dni: '30111222', cuit: '' } },
      0,
    ],
    [
      'not for a citizen without one',
      [{ name: 'Exento', percentOff: 100, dni: ['', '30.111.222'] }],
      { citizen: { dni: '', cuit: '' } },
      999,
    ],
    ['from a quantity on', [{ name: 'Grupo', amountOff: 99, from: 2 }], {}, 999],
    ['until its time is over', [{ name: 'Antes', amountOff: 99, until: '2026-11-20T15:29:59.999Z' }], {}, 999],
  ] as const)('%s', (_, discounts, priced, total) => {
    expect(reduced(discounts, priced as Partial<PricedAnswer>)).toEqual(total)
  })

  it.each([
    ['SOCIO', true],
    ['-', false],
    ['\u200b', false],
  ])('of the code %j is asked for by its code: %s', (code, isAsked) => {
    expect(hasDiscountCodes(form({ charge: { base: 999, currency: EUR, discounts: [{ name: 'Socio', code }] } }))).toBe(
      isAsked,
    )
  })

  it('of a sale counts how many are bought', () => {
    const template = form({ ticketSale: sale({ promotions: [{ name: 'Par', percentOff: 50, from: 2 }] }) })
    expect([1, 2].map((quanty) => totalOf(template, { purchase: { zone: 3, quanty } }))).toEqual([1500, 1250])
  })

  it('is a whole number between nothing and everything', () => {
    const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
    const cents = fc.integer({ min: 0, max: 1e10 })
    fc.assert(
      fc.property(percent, cents, cents, (percentOff, amountOff, sum) => {
        const reduction = computeDiscountAmount(promotionSchema.parse({ name: 'x', percentOff, amountOff }), sum, EUR)
        expect(Number.isSafeInteger(reduction) && reduction >= 0 && reduction <= sum).toBe(true)
      }),
    )
  })
})

it.each([
  // 5 units each, by Stripe's list of currencies.
  ['EUR', 500],
  ['JPY', 5],
  ['UGX', 500],
  ['ISK', 500],
  ['KWD', 5_000],
] as const)('five %s are %i of what Stripe counts, and the way back is the same', (name, units) => {
  const currency = { sign: '$', name }
  expect([toSmallestUnit(500, currency), fromSmallestUnit(units, currency)]).toEqual([units, 500])
})

it.each([
  ['UGX', false],
  ['ISK', false],
  ['EUR', true],
] as const)('half a %s can be paid: %s', (name, can) => {
  expect(isPayableAmount(50, { sign: '$', name })).toBe(can)
})

it('a currency without cents is counted by providers in whole units', () => {
  const peso = { sign: '$', name: 'CLP' }
  expect([toSmallestUnit(150_000, peso), fromSmallestUnit(1500, peso)]).toEqual([1500, 150_000])
  expect([toSmallestUnit(150_000, EUR), fromSmallestUnit(1500, EUR)]).toEqual([150_000, 1500])
})

it('what is asked of a provider is what was priced, in every currency and with every reduction', () => {
  const currency = fc.constantFrom(...CURRENCIES_WITHOUT_CENTS, 'EUR', 'KWD').map((name) => ({ sign: '$', name }))
  const units = fc.integer({ min: 0, max: 1e6 })
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(currency, units, units, percent, (of, base, amountOff, percentOff) => {
      const discounts = [{ name: 'x', percentOff, amountOff: amountOff * 100 }]
      const total = totalOf(form({ charge: { base: base * 100, currency: of, discounts } })) as number
      expect(fromSmallestUnit(toSmallestUnit(total, of), of)).toBe(total)
    }),
  )
})
