import { describe, expect, it } from 'vitest'
import type { ChartBar } from './chart.ts'
import { MAX_LABELLED_SLICES, computeSlices, formatSliceLetters } from './pie-shape.ts'

const bars = (...counts: readonly ChartBar['count'][]): readonly ChartBar[] =>
  counts.map((count, index) => ({ key: String(index), label: String(index), count }))

describe('the slices of a pie', () => {
  it('go clockwise from the top, each from where the one before it ends', () => {
    const [first, second] = computeSlices(bars(1, 3))
    expect(first?.path).toBe('M0,0L0,-1A1,1,0,0,1,1,0Z')
    expect(second?.path).toBe('M0,0L1,0A1,1,0,1,1,0,-1Z')
  })

  it('are one whole circle where there is only one', () => {
    expect(computeSlices(bars(0, 7)).map(({ place, path }) => [place, path])).toEqual([
      [1, 'M0,-1A1,1,0,1,1,0,1A1,1,0,1,1,0,-1Z'],
    ])
  })

  it('are of those who were asked alone', () => {
    const asked = bars(1, 1)
    expect(computeSlices([...asked, { key: 'x', label: 'x', count: 8, kind: 'unasked' }])).toEqual(computeSlices(asked))
  })

  it('are none of nothing', () => {
    expect(computeSlices(bars(0, 0))).toEqual([])
  })

  it('are named by letters, which no one reads as counts', () => {
    expect([0, 1, 25, 26, 52].map(formatSliceLetters)).toEqual(['A', 'B', 'Z', 'AA', 'BA'])
  })

  it('bear letters up to twenty, and above that none does', () => {
    const labels = (count: number) => computeSlices(bars(...Array<number>(count).fill(1))).filter(({ label }) => label)
    expect(labels(MAX_LABELLED_SLICES)).toHaveLength(20)
    expect(labels(MAX_LABELLED_SLICES + 1)).toHaveLength(0)
  })
})
