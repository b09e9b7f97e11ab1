import type { ChartBar, Chart, ShownCount } from '../charts/chart.ts'
import { fillPeriodGaps, MAX_CHART_COLUMNS, type ChartTexts } from './build-chart.ts'

/** Maximum columns of one day: two months. More are shown as weeks. */
const MAX_DAY_COLUMNS = 62
const DAY_MS = 86_400_000

/**
 * A chart of days over a long time as a chart of weeks or months; other charts unchanged. Charts with hidden counts are
 * unchanged, because a sum of hidden counts is unknown. The key of a week or month is its first and last day,
 * `2026-11-02/2026-11-08`.
 */
export function groupDays(chart: Chart, texts: Pick<ChartTexts, 'day' | 'week' | 'month' | 'date'>): Chart {
  const { bars } = chart
  const span = countSpanDays(bars)
  const isGrouped = chart.rows === texts.day && span > MAX_DAY_COLUMNS
  if (!isGrouped || bars.some(({ count, compared }) => count === 'few' || compared === 'few')) return chart
  // Two periods are aligned at their first day, so their weeks start on that day.
  const isAligned = bars.some(({ comparedLabel }) => comparedLabel !== undefined)
  if (isAligned || span <= MAX_CHART_COLUMNS) {
    const weekOf = (key: string, index: number): string =>
      String(isAligned ? Math.floor(index / 7) : Math.floor((Date.parse(key) / DAY_MS + 3) / 7))
    return { ...chart, rows: texts.week, bars: [...groupBars(bars, weekOf).values()] }
  }
  const months = groupBars(bars, (key) => key.slice(0, 7))
  return {
    ...chart,
    rows: texts.month,
    bars: fillPeriodGaps([...months.keys()], 'month').map((month) => ({
      ...(months.get(month) ?? { key: month, count: 0 }),
      label: texts.date(month),
    })),
  }
}

function countSpanDays(bars: readonly ChartBar[]): number {
  const [first, last] = [bars[0], bars.at(-1)]
  return first === undefined || last === undefined
    ? 0
    : Math.max(bars.length, (Date.parse(last.key) - Date.parse(first.key)) / DAY_MS + 1)
}

/** Sums neighbouring bars with the same group. A group has the labels of its first bar. */
function groupBars(
  bars: readonly ChartBar[],
  groupOf: (key: string, index: number) => string,
): ReadonlyMap<string, ChartBar> {
  const groups = new Map<string, ChartBar>()
  for (const [index, bar] of bars.entries()) {
    const group = groupOf(bar.key, index)
    const before = groups.get(group)
    const from = before?.key.slice(0, bar.key.length) ?? bar.key
    groups.set(group, {
      ...(before ?? bar),
      key: `${from}/${bar.key}`,
      count: addCounts(before?.count, bar.count),
      compared: bar.compared === undefined ? undefined : addCounts(before?.compared, bar.compared),
    })
  }
  return groups
}

function addCounts(sum: ShownCount = 0, count: ShownCount): ShownCount {
  return sum === 'few' || count === 'few' ? 'few' : sum + count
}
