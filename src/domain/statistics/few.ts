import { MIN_SHOWN_COUNT } from './reply.ts'

/** Returns the count to show, or null to hide it. */
export type CountMask = (count: number) => number | null

/**
 * Returns how counts are shown. If the author hides small counts (`opcionales.hideSmallCounts`), counts are rounded
 * down to multiples of `MIN_SHOWN_COUNT`, and smaller counts including zero are hidden, so that no difference of counts
 * reveals an exact hidden count.
 * @param masked whether the author hides small counts
 */
export function createCountMask(masked: boolean): CountMask {
  return masked ? (count) => (count < MIN_SHOWN_COUNT ? null : count - (count % MIN_SHOWN_COUNT)) : (count) => count
}
