import { expect, it } from 'vitest'
import type { Chart, ChartBar, ShownCount } from '../charts/chart.ts'
import { groupDays } from './group-days.ts'

const WORDS = { day: 'Día', week: 'Semana del', month: 'Mes', date: (at: string) => at.split('-').reverse().join('/') }

/** A chart with a bar for each day. */
function chartOf(from: string, days: number, count: ShownCount = 1, more: Partial<ChartBar> = {}): Chart {
  const bars = Array.from({ length: days }, (_, index) => {
    const key = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    return { key, label: WORDS.date(key), count, ...more }
  })
  return { title: 'Por día', shape: 'columns', rows: 'Día', base: days, bars }
}
const shown = (chart: Chart) =>
  groupDays(chart, WORDS).bars.map(({ key, label, count, compared }) => [key, label, count, compared])

it('keeps the days of two months', () => {
  const chart = chartOf('2026-06-01', 62)
  expect(groupDays(chart, WORDS)).toBe(chart)
})

it('shows weeks from Monday to Sunday over half a year, the first and the last only with their days', () => {
  // 29 May 2026 is a Friday, 29 November 2026 a Sunday.
  const chart = chartOf('2026-05-29', 185)
  expect(groupDays(chart, WORDS).rows).toBe('Semana del')
  expect(shown(chart)).toHaveLength(27)
  expect(shown(chart).slice(0, 2)).toEqual([
    ['2026-05-29/2026-05-31', '29/05/2026', 3, undefined],
    ['2026-06-01/2026-06-07', '01/06/2026', 7, undefined],
  ])
  expect(shown(chart).at(-1)).toEqual(['2026-11-23/2026-11-29', '23/11/2026', 7, undefined])
})

it('shows months over more than a year, and those without answers', () => {
  const [first, last] = [chartOf('2025-01-30', 3), chartOf('2026-04-01', 2)]
  const chart = { ...first, bars: [...first.bars, ...last.bars] }
  expect(groupDays(chart, WORDS).rows).toBe('Mes')
  expect(shown(chart)).toHaveLength(16)
  expect(shown(chart).slice(0, 3)).toEqual([
    ['2025-01-30/2025-01-31', '01/2025', 2, undefined],
    ['2025-02-01/2025-02-01', '02/2025', 1, undefined],
    ['2025-03', '03/2025', 0, undefined],
  ])
})

it('adds two periods in weeks from their first day', () => {
  const chart = chartOf('2026-05-29', 70, 1, { compared: 2, comparedLabel: '28/11/2025' })
  expect(shown(chart)).toHaveLength(10)
  expect(shown(chart)[0]).toEqual(['2026-05-29/2026-06-04', '29/05/2026', 7, 14])
})

it('keeps days with hidden counts, whose sum is unknown', () => {
  const chart = chartOf('2026-01-01', 200, 'few')
  expect(groupDays(chart, WORDS)).toBe(chart)
})
