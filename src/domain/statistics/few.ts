import { MIN_SHOWN_COUNT } from './reply.ts'

/** Function that returns the count to show, or null to hide it. */
export type CountMask = (count: number) => number | null

/**
 * Returns a function that masks counts, if the form's author hides small counts (`opcionales.hideSmallCounts`). Counts
 * are then rounded down to multiples of `MIN_SHOWN_COUNT`, and smaller counts, including zero, are hidden, so that
 * differences between counts reveal no hidden count.
 * @param masked whether the form's author hides small counts
 */
export function createCountMask(masked: boolean): CountMask {
  return masked ? (count) => (count < MIN_SHOWN_COUNT ? null : count - (count % MIN_SHOWN_COUNT)) : (count) => count
}
