import { expect, it } from 'vitest'
import { moneyWords } from './money-words.ts'

const amount = (cents: number): string => (cents / 100).toFixed(2)

it('money of two versions is compared as people read it, not in cents', () => {
  const reductions = [
    { name: 'Pensioners', percentOff: 50, amountOff: 0, from: 1 },
    { name: 'Fair', percentOff: 10, amountOff: 250, from: 1, code: 'FAIR' },
  ]
  const zones = [{ id: 3, name: 'Stalls', price: 1550, maxQuantity: 200 }]
  expect(moneyWords('precio', 1250, amount)).toBe('12.50')
  expect(moneyWords('charge.base', 5, amount)).toBe('0.05')
  expect(moneyWords('charge.discounts', reductions, amount)).toBe('Pensioners −50 %, Fair −10 % −2.50')
  expect(moneyWords('ticketSale.zones', zones, amount)).toBe('Stalls 15.50 × 200')
  expect(moneyWords('charge.minutes', 60, amount)).toBeUndefined()
})
