import type { ExportBatch } from './export-call.ts'

/** What has come of an export so far. */
export type Taken = {
  /** answers that were given, and those that were passed over */
  readonly answers: number
  readonly hidden: number
  /** how many there were by the first batch, and by the latest */
  readonly first: number
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

/** Whether a finished export has everything: as much as the server counted at its beginning, at its end, or between. */
export function isWhole({ answers, hidden, first, latest }: Taken): boolean {
  const seen = answers + hidden
  return seen >= Math.min(first, latest) && seen <= Math.max(first, latest)
}

/** How much of it has come, 0 to 100: never all before it is. */
export function percentOf({ answers, hidden, latest }: Taken): number {
  return latest === 0 ? 0 : Math.min(99, Math.floor((100 * (answers + hidden)) / latest))
}
