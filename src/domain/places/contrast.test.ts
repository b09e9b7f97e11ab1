import { expect, it } from 'vitest'
import { computeContrastWithWhite } from './contrast.ts'

it.each([
  ['#ffffff', 1],
  ['#000000', 21],
  // Values of the W3C's own examples.
  ['#777777', 4.48],
  ['#767676', 4.54],
  ['#0000ff', 8.59],
  ['#ff0000', 4],
])('white on %s reads at %d', (colour, contrast) => expect(computeContrastWithWhite(colour)).toBeCloseTo(contrast, 2))
