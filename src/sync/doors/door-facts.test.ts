import { expect, it } from 'vitest'
import { computeClockOffset } from './door-facts.ts'

const HOUR = 3_600_000
const exchange = (at: number, sentAt: number, gotAt: number) => ({ value: { at }, sentAt, gotAt })

it('takes the middle of a quick exchange, whatever was believed', () => {
  expect(computeClockOffset(exchange(HOUR + 1_500, 1_000, 2_000), 0)).toBe(HOUR)
  expect(computeClockOffset(exchange(HOUR + 1_500, 1_000, 2_000), HOUR + 400)).toBe(HOUR)
})

it('keeps of a slow exchange what it leaves possible, and corrects what it rules out', () => {
  const slow = exchange(HOUR + 60_000, 0, 120_000)
  expect(computeClockOffset(slow, HOUR - 50_000)).toBe(HOUR - 50_000)
  // A door that was opened over a slow connection and knows only its first exchange.
  expect(computeClockOffset(slow, 0)).toBe(HOUR)
  expect(computeClockOffset(slow, HOUR - 60_001)).toBe(HOUR)
  expect(computeClockOffset(slow, HOUR + 60_001)).toBe(HOUR)
})

it('learns nothing while the clock of the device is set back', () => {
  expect(computeClockOffset(exchange(HOUR, 2_000, 1_000), 7)).toBe(7)
})
