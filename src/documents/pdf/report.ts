/** A figure or text as displayed; `value`: the number in a workbook. */
export type ReportCell = { readonly text: string; readonly value?: number }

/** A titled table of figures. */
export type ReportTable = {
  readonly title: string
  /** the group of answers that the figures cover, and other remarks */
  readonly notes: readonly string[]
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly cells: readonly ReportCell[]
    /** 0 to 1, drawn as a bar; missing in a table whose rows share no scale */
    readonly bar?: number
  }[]
}

/** Statistics for export as PDF or workbook. */
export type Report = {
  readonly title: string
  /** municipality name above the title */
  readonly municipality: string
  /** lines below the title: days, filters, time */
  readonly lines: readonly string[]
  readonly parts: readonly { readonly title: string; readonly tables: readonly ReportTable[] }[]
  /** notice shown when a character is missing in all fonts */
  readonly lackingCharacters: string
}
