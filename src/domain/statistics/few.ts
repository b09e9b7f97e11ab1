import { FEW } from './reply.ts'

/** Returns the count to show, or null to hide it. */
export type Teller = (count: number) => number | null

/**
 * Returns how counts are shown. If the author hides small counts (`opcionales.hideSmallCounts`), counts are rounded
 * down to multiples of `FEW`, and smaller counts including zero are hidden, so that no difference of counts reveals an
 * exact hidden count.
 * @param masked whether the author hides small counts
 */
export function tellerOf(masked: boolean): Teller {
  return masked ? (count) => (count < FEW ? null : count - (count % FEW)) : (count) => count
}
