import { describe, expect, it } from 'vitest'
import type { Chart } from './chart.ts'
import { drawChartSvg } from './download-chart.tsx'

const WORDS = { count: String, share: () => '50 %' }
const chart = (change: Partial<Chart> = {}): Chart => ({
  title: 'Calle & <número>',
  shape: 'bars',
  rows: 'Opción',
  base: 10,
  bars: [
    { key: 'a', label: 'Colón "norte"', count: 8 },
    { key: 'b', label: '\u0007Tipa', count: 2 },
  ],
  ...change,
})

describe('the picture of a chart', () => {
  it.each(['bars', 'pie', 'columns'] as const)('as %s is a document of its own that anything can read', (shape) => {
    const svg = drawChartSvg(chart({ shape, names: { now: 'mayo', compared: 'abril' } }), ['10 respuestas'], WORDS)
    expect(svg).toContain('Calle &amp; &lt;número&gt;')
    expect(svg).toContain('Colón &quot;norte&quot;')
    expect(svg).toContain('10 respuestas')
    expect(svg).not.toMatch(/[\u0000-\u0008]|NaN|undefined|Infinity/)
    expect(svg.match(/<(text|title|svg|g|pattern|defs)\b/g)?.length).toBe(
      svg.match(/<\/(text|title|svg|g|pattern|defs)>/g)?.length,
    )
  })

  it('draws lengths in the proportion of their counts', () => {
    const widths = [...drawChartSvg(chart(), [], WORDS).matchAll(/width="([\d.]+)" height="16"/g)].map(([, width]) =>
      Number(width),
    )
    expect(widths[0]).toBeCloseTo(4 * (widths[1] ?? 0), 0)
  })

  it('refuses a shape that it cannot draw, instead of drawing bars', () => {
    expect(() => drawChartSvg(chart({ shape: 'rings' as never }), [], WORDS)).toThrow('rings')
  })
})
