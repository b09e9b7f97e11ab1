import type { HistoryEntry } from '#domain/templates/index.ts'
import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** First day with complete histories. Answers created before it lack their earlier transitions (part 3, point 4). */
const COMPLETE_SINCE = '2025-05-16T00:00:00.000Z'

export type TimeInState = { readonly unit: 'hours' | 'days'; readonly count: number }

/**
 * Time between two transitions, in hours within one calendar day of the device, else in days (part 3, point 4).
 * @param until the next transition, or now
 */
export function computeTimeInState(from: Instant, until: Instant): TimeInState {
  const [start, end] = [toMilliseconds(from), Math.max(toMilliseconds(from), toMilliseconds(until))]
  if (new Date(start).toDateString() === new Date(end).toDateString()) {
    return { unit: 'hours', count: Math.floor((end - start) / HOUR) }
  }
  return { unit: 'days', count: Math.max(1, Math.floor((end - start) / DAY)) }
}

export function isIncompleteHistory(history: readonly HistoryEntry[]): boolean {
  const [first] = history
  return first !== undefined && first.date < COMPLETE_SINCE
}
