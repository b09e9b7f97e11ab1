import type { ExportBatch } from './export-call.ts'

/** Progress of an export. */
export type Taken = {
  /** number of answers received */
  readonly answers: number
  /** number of answers skipped */
  readonly hidden: number
  /** total according to the first batch */
  readonly first: number
  /** total according to the latest batch */
  readonly latest: number
}

export function takenWith(before: Taken | null, { answers, hidden, total }: ExportBatch): Taken {
  return {
    answers: (before?.answers ?? 0) + answers.length,
    hidden: (before?.hidden ?? 0) + hidden,
    first: before?.first ?? total,
    latest: total,
  }
}

/** Checks whether a finished export is complete: its size is between the totals counted at start and end. */
export function isWhole({ answers, hidden, first, latest }: Taken): boolean {
  const seen = answers + hidden
  return seen >= Math.min(first, latest) && seen <= Math.max(first, latest)
}

/** Progress in percent; below 100 until complete. */
export function percentOf({ answers, hidden, latest }: Taken): number {
  return latest === 0 ? 0 : Math.min(99, Math.floor((100 * (answers + hidden)) / latest))
}
