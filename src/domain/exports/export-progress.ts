import type { ExportBatch } from './export-call.ts'

/** Progress of an export. */
export type ExportProgress = {
  /** number of answers received */
  readonly answers: number
  /** number of answers skipped */
  readonly hidden: number
  /** total according to the first batch */
  readonly first: number
  /** total according to the latest batch */
  readonly latest: number
}

export function updateExportProgress(
  before: ExportProgress | null,
  { answers, hidden, total }: ExportBatch,
): ExportProgress {
  return {
    answers: (before?.answers ?? 0) + answers.length,
    hidden: (before?.hidden ?? 0) + hidden,
    first: before?.first ?? total,
    latest: total,
  }
}

/**
 * Checks whether a finished export is complete: the number of answers lies between the totals counted at start and end.
 */
export function isExportComplete({ answers, hidden, first, latest }: ExportProgress): boolean {
  const seen = answers + hidden
  return seen >= Math.min(first, latest) && seen <= Math.max(first, latest)
}

/** Progress in percent, at most 99; `isExportComplete` decides about the end. */
export function computeExportPercent({ answers, hidden, latest }: ExportProgress): number {
  return latest === 0 ? 0 : Math.min(99, Math.floor((100 * (answers + hidden)) / latest))
}
