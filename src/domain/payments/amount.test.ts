import { describe, expect, it } from 'vitest'
import { MAX_ORDER_CENTS } from './documents/payment.ts'
import { computeCashChange, parseCents } from './amount.ts'

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

describe('the change of a payment at the desk', () => {
  it.each([
    ['1,200 for 1,135', { method: 'cash', amount: 113_500, tendered: 120_000 }, 6_500],
    ['the exact amount', { method: 'cash', amount: 113_500, tendered: 113_500 }, 0],
    ['a cent less than is due', { method: 'cash', amount: 113_500, tendered: 113_499 }, null],
    ['something for an order that costs nothing', { method: 'cash', amount: 0, tendered: 50 }, 50],
    ['the highest amount', { method: 'cash', amount: 1, tendered: 10_000_000_000 }, 9_999_999_999],
    ['more than the highest amount', { method: 'cash', amount: 1, tendered: 10_000_000_001 }, null],
    ['part of a cent', { method: 'cash', amount: 100, tendered: 100.5 }, null],
    ['a card', { method: 'card', amount: 100, tendered: 200 }, null],
    ['a transfer of the exact amount', { method: 'transfer', amount: 100, tendered: 100 }, null],
    ['no method', { amount: 100, tendered: 200 }, null],
  ] as const)('%s', (_, tender, change) => {
    expect(computeCashChange(tender)).toBe(change)
  })
})
