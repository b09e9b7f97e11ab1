/** A count. `few`: a count of zero to four, hidden by a setting of the form. */
export type ShownCount = number | 'few'

/** A bar, slice or column. */
export type ChartBar = {
  /** unique in its chart */
  readonly key: string
  readonly label: string
  readonly count: ShownCount
  /** the count of the compared period or area */
  readonly compared?: ShownCount | undefined
  /** label of the compared count, if it differs, such as the day of the compared period */
  readonly comparedLabel?: string
  /** net money of its answers, for users who may read it; `value` only if there is one currency */
  readonly money?: { readonly text: string; readonly value?: number }
  /** bar for missing answers: the question was asked and not answered, or not asked */
  readonly kind?: 'unanswered' | 'unasked'
}

/** A chart. Choices are horizontal bars or a pie; ordered values are columns on an axis. */
export type Chart = {
  readonly title: string
  readonly shape: 'bars' | 'pie' | 'columns'
  readonly bars: readonly ChartBar[]
  /** number that is 100 %, here and in the comparison; null if it is hidden */
  readonly base: number | null
  readonly comparedBase?: number | null | undefined
  /** row header in a table */
  readonly rows: string
  /** names of the shown and the compared figures */
  readonly names?: { readonly now: string; readonly compared: string } | undefined
}

/** The length of a bar. A hidden count (`few`) is drawn as 1. */
export function getBarLength(count: ShownCount): number {
  return count === 'few' ? 1 : count
}

export function computeMaxBarLength(bars: readonly ChartBar[]): number {
  return bars.reduce((max, { count, compared = 0 }) => Math.max(max, getBarLength(count), getBarLength(compared)), 1)
}

/** @returns 0 to 1; null if there is no base, or if the share would reveal a hidden count */
export function computeShare(count: ShownCount, base: number | null | undefined): number | null {
  return count === 'few' || base === undefined || base === null || base <= 0 ? null : count / base
}

/** Ticks of an axis: at most five round numbers from 0. The last is at least `max`. */
export function computeAxisTicks(max: number): readonly number[] {
  const rough = Math.max(1, max) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((value) => value * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, index) => index * step)
}

/** A title as a file name. */
export function toChartFileName(title: string): string {
  return (
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 60) || 'chart'
  )
}
