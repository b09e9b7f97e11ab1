/** Statistics of a form. Sums and columns are stored in two more documents per segment (day and area with answers). */
export type StoredStatistics = {
  /** `STATISTICS_VERSION` when the statistics were counted */
  readonly version: number
  readonly timeZone: string
  /** time when the statistics were last requested, milliseconds */
  readonly opened: number
  /** position in the change log up to which answers are counted */
  readonly position: number
  /** whether counting has reached the end of the log at least once */
  readonly isReady: boolean
  /** incremented at each write */
  readonly revision: number
  /** number for the next new segment; numbers are never reused */
  readonly next: number
  /** segments by day and area, `2026-11-24 paises/…` */
  readonly segments: Readonly<Record<string, { readonly number: number; readonly revision: number }>>
}

/** Sums of a segment, and the ids of its answers. */
export type StoredSums = {
  readonly revision: number
  /** ids of answers, indexed by place in the segment; empty string: free place */
  readonly ids: readonly string[]
  /** sums by part name */
  readonly sums: Readonly<Record<string, unknown>>
}

/** Columns of a segment, for filters; each part is base64. */
export type StoredParts = { readonly revision: number; readonly parts: Readonly<Record<string, string>> }
