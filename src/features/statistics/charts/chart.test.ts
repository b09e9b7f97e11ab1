import { describe, expect, it } from 'vitest'
import { computeShare, computeAxisTicks } from './chart.ts'

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [41, [0, 20, 40, 60]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])('up to %d has round numbers that reach it', (most, ticks) => {
    expect(computeAxisTicks(most)).toEqual(ticks)
  })
})

describe('a share', () => {
  it('is not notified of what is kept, nor of nothing', () => {
    expect([computeShare('few', 10), computeShare(3, 0), computeShare(3, 12)]).toEqual([null, null, 0.25])
  })
})
