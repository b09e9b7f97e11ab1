import { FEW } from './reply.ts'

/** How a count is shown; null: it is not. */
export type Teller = (count: number) => number | null

/**
 * Where the author of a form hides small counts (`opcionales.hideSmallCounts`), all of them are shown in whole steps of `FEW`, rounded down, and those below the first step, none included, are
 * not shown. So what is left when one shown count is taken from another says nothing exact of a hidden one.
 * @param masked the form's author wants it
 */
export function tellerOf(masked: boolean): Teller {
  return masked ? (count) => (count < FEW ? null : count - (count % FEW)) : (count) => count
}
