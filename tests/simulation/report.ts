import type { Cell } from './catalogue.ts'
import type { RowFigures } from './row-figures.ts'

/** What a simulated world has come to. */
export type Report = {
  readonly seed: number
  readonly violations: readonly string[]
  /** the same seed gives the same one */
  readonly trace: string
  readonly lines: readonly string[]
  readonly cells: ReadonlyMap<Cell, number>
  readonly answers: number
  /** of a world without money */
  readonly rows?: RowFigures
  /** of a world of money */
  readonly orders?: number
  /** minutes until what a lost webhook would have said was known, of each */
  readonly healed?: readonly number[]
}
