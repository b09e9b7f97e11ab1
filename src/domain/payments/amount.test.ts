import { describe, expect, it } from 'vitest'
import { MAX_ORDER_CENTS } from './documents/payment.ts'
import { parseCents } from './amount.ts'

describe('an amount is read as it is typed', () => {
  it.each([
    ['1250', 125_000, 125_000],
    ['1250,5', 125_050, 125_050],
    ['1250.5', 125_050, 125_050],
    ['1.250,50', 125_050, 125_050],
    ['1,250.50', 125_050, 125_050],
    ['1.234.567', 123_456_700, 123_456_700],
    ['1 250,50', 125_050, 125_050],
    ['$ 12', 1200, 1200],
    ['12,50 €', 1250, 1250],
    ['0,05', 5, 5],
    ['12,', 1200, 1200],
    // If the separator is ambiguous, the language decides, and amounts have no three decimals.
    ['1.250', 125_000, undefined],
    ['1,250', undefined, 125_000],
  ])('%s', (text, inSpanish, inEnglish) => {
    expect([parseCents(text, ','), parseCents(text, '.')]).toEqual([inSpanish, inEnglish])
  })
})

it.each(['', ',', '-5', '1,2,3', '12.345,678', '0.500', '1.25.00', '1e3', 'cien', '12,50,', '١٢'])(
  'what is no amount is none: %s',
  (text) => {
    expect([parseCents(text, ','), parseCents(text, '.')]).toEqual([undefined, undefined])
  },
)

it('no amount is beyond what one order may come to, nor a fraction of a cent', () => {
  expect(parseCents(String(MAX_ORDER_CENTS / 100), ',')).toBe(MAX_ORDER_CENTS)
  expect(parseCents(`${MAX_ORDER_CENTS / 100},01`, ',')).toBeUndefined()
  expect(parseCents('9'.repeat(400), ',')).toBeUndefined()
  for (const cents of [1, 7, 29, 57, 110, 1_999, 999_999_999])
    expect(parseCents(`${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`, ',')).toBe(cents)
})
