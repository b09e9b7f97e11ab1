import { expect, it } from 'vitest'
import { formatMoneyField } from './use-difference-texts.ts'

const amount = (cents: number): string => (cents / 100).toFixed(2)

it('money of two versions is compared as people read it, not in cents', () => {
  const reductions = [
    { name: 'Pensioners', percentOff: 50, amountOff: 0, from: 1 },
    { name: 'Fair', percentOff: 10, amountOff: 250, from: 1, code: 'FAIR' },
  ]
  const zones = [{ id: 3, name: 'Stalls', price: 1550, maxQuantity: 200 }]
  expect(formatMoneyField('precio', 1250, amount)).toBe('12.50')
  expect(formatMoneyField('charge.base', 5, amount)).toBe('0.05')
  expect(formatMoneyField('charge.discounts', reductions, amount)).toBe('Pensioners −50 %, Fair −10 % −2.50')
  expect(formatMoneyField('ticketSale.zones', zones, amount)).toBe('Stalls 15.50 × 200')
  expect(formatMoneyField('charge.minutes', 60, amount)).toBeUndefined()
})
