import { FEW } from './reply.ts'

/** How a count is shown; null: it is not. */
export type Teller = (count: number) => number | null

/**
 * Where a form's author hides small counts (`opcionales.hideSmallCounts`), all are rounded down to steps of `FEW`, and
 * those below the first step, zero too, are not shown: no difference of shown counts gives a hidden one exactly.
 * @param masked the form's author wants it
 */
export function tellerOf(masked: boolean): Teller {
  return masked ? (count) => (count < FEW ? null : count - (count % FEW)) : (count) => count
}
