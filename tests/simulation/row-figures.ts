import type { AnswerId } from '#domain/kernel/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { SavedChange } from './change-oracle.ts'

/** Counts of changes in rows of repeated sections in one world; a run adds up its worlds. */
export type RowFigures = {
  readonly changes: number
  readonly additions: number
  readonly removals: number
  readonly photos: number
  /** made by an app from before row ids */
  readonly byPosition: number
  /** based on an earlier version than the server had */
  readonly stale: number
  readonly conflicts: number
  /** answers whose rows were written by two writers, and by three or more; each device and each desk is a writer */
  readonly ofTwo: number
  readonly ofThree: number
}
export const NO_ROWS: RowFigures = {
  changes: 0,
  additions: 0,
  removals: 0,
  photos: 0,
  byPosition: 0,
  stale: 0,
  conflicts: 0,
  ofTwo: 0,
  ofThree: 0,
}

export function createRowFigures() {
  const counts = { ...NO_ROWS }
  const writers = new Map<AnswerId, Set<string>>()

  function counted({ mutation, device, author }: SavedChange, before: Answer, after: Answer): void {
    if (!('correction' in mutation)) return
    const { rows, values } = mutation.correction
    const inRows = values.filter(({ at }) => /^\d+\/r/.test(at))
    if (rows.length + inRows.length === 0) return
    counts.changes += 1
    counts.additions += rows.filter((edit) => 'added' in edit).length
    counts.removals += rows.filter((edit) => 'seen' in edit).length
    counts.photos += inRows.filter(({ value }) => value?.imagen !== undefined).length
    counts.byPosition += mutation.rowIds === undefined ? 1 : 0
    counts.stale += mutation.base < before.version ? 1 : 0
    counts.conflicts += after.conflicts.filter(({ kind, mutation: id }) => kind === 'row' && id === mutation.id).length
    const known = writers.get(before.id) ?? new Set()
    writers.set(before.id, known.add(`${author} ${device?.name ?? 'desk'}`))
  }
  return {
    counted,
    figures: (): RowFigures => {
      const sizes = [...writers.values()].map(({ size }) => size)
      return {
        ...counts,
        ofTwo: sizes.filter((size) => size === 2).length,
        ofThree: sizes.filter((size) => size > 2).length,
      }
    },
  }
}
