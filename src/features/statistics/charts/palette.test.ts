import { describe, expect, it } from 'vitest'
import { CHART_PALETTE } from './pie-shape.ts'

type Colour = readonly [number, number, number]

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const EYES: Readonly<Record<string, readonly [Colour, Colour, Colour]>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const PAGE = { light: '#ffffff', dark: '#101819' }
/** Distance in OKLab, where 0.02 is just visible side by side. */
const APART = 0.1

function linear(hex: string): Colour {
  const part = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function seenBy([a, b, c]: readonly [Colour, Colour, Colour], colour: Colour): Colour {
  const along = (row: Colour): number =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]))
  return [along(a), along(b), along(c)]
}

function okLab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function luminance([r, g, b]: Colour): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

describe.each(['light', 'dark'] as const)('the colours of slices on the %s page', (scheme) => {
  const colours = CHART_PALETTE[scheme]

  it.each(Object.entries(EYES))('are distinguished by who sees %s', (_name, eye) => {
    const seen = colours.map((colour) => okLab(seenBy(eye, linear(colour))))
    const nearest = seen.flatMap((one, at) => seen.slice(at + 1).map((other) => distance(one, other)))
    expect(Math.min(...nearest)).toBeGreaterThan(APART)
  })

  it('stand out from the page as WCAG asks of graphics', () => {
    const page = luminance(linear(PAGE[scheme]))
    const contrasts = colours.map((colour) => {
      const own = luminance(linear(colour))
      return (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05)
    })
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3)
  })
})
