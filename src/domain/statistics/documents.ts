/** What is counted of a form's answers, where kept in documents: this one, and two per day and area with answers. */
export type KeptStatistics = {
  /** `STATISTICS_VERSION` by which it was counted */
  readonly version: number
  readonly timeZone: string
  /** of the last look, milliseconds */
  readonly opened: number
  /** of the log of changes: everything up to there is in it */
  readonly position: number
  /** the end of the log was reached once */
  readonly isReady: boolean
  /** goes on with each write */
  readonly revision: number
  /** the next segment's number, never given twice */
  readonly next: number
  /** by day and area, `2026-11-24 paises/…` */
  readonly segments: Readonly<Record<string, { readonly number: number; readonly revision: number }>>
}

/** What all of a segment comes to, and whose answers it has. */
export type KeptSums = {
  readonly revision: number
  /** ids of answers by their places; empty: free */
  readonly ids: readonly string[]
  /** by the names of parts */
  readonly sums: Readonly<Record<string, unknown>>
}

/** Its columns, for filters: each part in base64. */
export type KeptParts = { readonly revision: number; readonly parts: Readonly<Record<string, string>> }
