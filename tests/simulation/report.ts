import type { Cell } from './catalogue.ts'
import type { RowFigures } from './row-figures.ts'

/** The result of a simulated world. */
export type Report = {
  readonly seed: number
  readonly violations: readonly string[]
  /** identical for the same seed */
  readonly trace: string
  readonly lines: readonly string[]
  readonly cells: ReadonlyMap<Cell, number>
  readonly answers: number
  /** only in a world without payments */
  readonly rows?: RowFigures
  /** mutations that a restored backup lacked and that came back; only in a world without payments */
  readonly returned?: number
  /** answers that were corrected or discarded before they were sent; only in a world without payments */
  readonly takenBack?: number
  /** only in a payment world */
  readonly orders?: number
  /** minutes until the content of each lost webhook was known */
  readonly healed?: readonly number[]
}
