/** Statistics of a form, stored in this document and two more documents per day and area with answers. */
export type StoredStatistics = {
  /** `STATISTICS_VERSION` at the time of counting */
  readonly version: number
  readonly timeZone: string
  /** time of the last request, milliseconds */
  readonly opened: number
  /** position in the log of changes up to which answers are counted */
  readonly position: number
  /** the end of the log was reached once */
  readonly isReady: boolean
  /** incremented with each write */
  readonly revision: number
  /** number of the next segment; never reused */
  readonly next: number
  /** segments by day and area, `2026-11-24 paises/…` */
  readonly segments: Readonly<Record<string, { readonly number: number; readonly revision: number }>>
}

/** Sums of a segment, and its answers. */
export type StoredSums = {
  readonly revision: number
  /** ids of answers by place; empty string: free */
  readonly ids: readonly string[]
  /** sums by part name */
  readonly sums: Readonly<Record<string, unknown>>
}

/** Columns of a segment, for filters; parts as base64. */
export type StoredParts = { readonly revision: number; readonly parts: Readonly<Record<string, string>> }
