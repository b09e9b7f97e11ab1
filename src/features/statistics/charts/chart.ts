/** How many; `few`: fewer than five, or none, which the author of the form hides. */
export type Count = number | 'few'

/** One bar, slice or column. */
export type Bar = {
  /** within its chart */
  readonly key: string
  readonly label: string
  readonly count: Count
  /** the same of the period or area that this one is compared with */
  readonly compared?: Count | undefined
  /** of whom nothing is known: asked and not answered, or not asked at all */
  readonly kind?: 'unanswered' | 'unasked'
}

/** What a chart shows: bars that lie, or a pie, for choices; columns on an axis, for what has an order of its own. */
export type Chart = {
  readonly title: string
  readonly shape: 'bars' | 'pie' | 'columns'
  readonly bars: readonly Bar[]
  /** what 100 % is, and of what is compared with; null: it is hidden */
  readonly base: number | null
  readonly comparedBase?: number | null | undefined
  /** in a table: what the rows are */
  readonly rows: string
  /** names of what is shown and of what it is compared with */
  readonly names?: { readonly now: string; readonly compared: string } | undefined
}

/** For lengths; of few, no more than that there may be some. */
export function lengthOf(count: Count): number {
  return count === 'few' ? 1 : count
}

export function largestOf(bars: readonly Bar[]): number {
  return bars.reduce((most, { count, compared = 0 }) => Math.max(most, lengthOf(count), lengthOf(compared)), 1)
}

/** @returns 0 to 1; null where there is nothing to divide, or it would tell what is kept */
export function shareOf(count: Count, base: number | null | undefined): number | null {
  return count === 'few' || base === undefined || base === null || base <= 0 ? null : count / base
}

/** Round numbers for an axis from 0, at most five of them. @returns the last is at least `most` */
export function ticksOf(most: number): readonly number[] {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step)
}
