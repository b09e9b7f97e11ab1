import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeBackoffDelay } from './backoff.ts'

it('never waits longer than the liveness bound allows, whatever happened before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (attempts, chance) => {
        const delay = computeBackoffDelay(attempts, () => chance)
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay).toBeLessThan(40_000)
      },
    ),
  )
})

it('doubles the bound with each failure', () => {
  const most = () => 0.999999
  expect([1, 2, 3, 4].map((attempts) => Math.round(computeBackoffDelay(attempts, most) / 1000))).toEqual([2, 4, 8, 16])
})
