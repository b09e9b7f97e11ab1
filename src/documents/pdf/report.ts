/** A figure, or words, as they are read; `value`: as a workbook has it. */
export type ReportCell = { readonly text: string; readonly value?: number }

/** Figures under one title, row for row. */
export type ReportTable = {
  readonly title: string
  /** of whom the figures are, and what else is said of them */
  readonly notes: readonly string[]
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly cells: readonly ReportCell[]
    /** 0 to 1, drawn as a bar; none in a table whose rows have no length in common */
    readonly bar?: number
  }[]
}

/** Statistics as they are taken along: in a PDF and in a workbook. */
export type Report = {
  readonly title: string
  /** over the title: whose figures they are */
  readonly municipality: string
  /** under it: days, filters, moment */
  readonly lines: readonly string[]
  readonly parts: readonly { readonly title: string; readonly tables: readonly ReportTable[] }[]
  /** where a character is missing, this says so */
  readonly lackingCharacters: string
}
