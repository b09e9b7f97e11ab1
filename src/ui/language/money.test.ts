import { describe, expect, it } from 'vitest'
import { formatCurrencySign } from '#domain/payments/index.ts'
import { createMoneyFormatter } from './money.ts'

const EUR = { sign: '€', name: 'EUR' }
const ARS = { sign: '$', name: 'ARS' }
const CLP = { sign: '$', name: 'CLP' }
/** Replaces non-breaking spaces, which look the same to a reader. */
const said = (text: string): string => text.replaceAll(/\s/g, ' ')

it.each([
  [ARS, '$'],
  [CLP, 'CLP'],
  [{ sign: '$', name: 'UYU' }, 'UYU'],
  [{ sign: '$U', name: 'UYU' }, '$U'],
])('fields for amounts have the same sign as lists: %j', (currency, sign) => {
  expect(formatCurrencySign(currency)).toBe(sign)
})

describe('money', () => {
  it.each([
    ['es', EUR, '1.250,50 €'],
    ['es', ARS, '$ 1.250,50'],
    ['en', EUR, '€1,250.50'],
    ['en', { sign: '£', name: 'GBP' }, '£1,250.50'],
    ['en', { sign: 'pesos', name: 'pesos' }, '1,250.50 pesos'],
    ['es', { sign: '$', name: 'UYU' }, 'UYU 1.250,50'],
    ['en', { sign: ' $ ', name: 'UYU' }, 'UYU 1,250.50'],
    ['es', CLP, 'CLP 1.250,50'],
    ['es', { sign: '$U', name: 'UYU' }, '$U 1.250,50'],
    ['en', { sign: 'ARS', name: 'ARS' }, 'ARS 1,250.50'],
  ])(
    'is written in %s with the sign of the author, or the code for a $ that is not of Argentina: %j',
    (locale, currency, text) => {
      expect(said(createMoneyFormatter(locale).text(125_050, currency))).toBe(text)
    },
  )

  it.each([
    ['es', EUR, '−1.250,50 €'],
    ['es', ARS, '−$ 1.250,50'],
    ['en', EUR, '−€1,250.50'],
    ['en', { sign: 'pesos', name: 'pesos' }, '−1,250.50 pesos'],
  ])('has its minus sign before amount and currency sign in %s', (locale, currency, text) => {
    expect(said(createMoneyFormatter(locale).text(-125_050, currency))).toBe(text)
  })

  it('has no decimals where the currency has no cents, unless there are some', () => {
    expect([125_000, 125_050].map((cents) => createMoneyFormatter('es').amount(cents, CLP))).toEqual([
      '1.250',
      '1.250,50',
    ])
  })

  it('is read as it is written, in each language', () => {
    for (const locale of ['es', 'en'])
      for (const currency of [EUR, CLP])
        for (const cents of [0, 5, 1_200, 125_000, 123_456_700])
          expect(createMoneyFormatter(locale).read(createMoneyFormatter(locale).amount(cents, currency))).toBe(cents)
  })
})
