/** A cell of a table. `text`: as displayed; `value`: the number in a workbook */
export type ReportCell = { readonly text: string; readonly value?: number }

/** A titled table of figures. */
export type ReportTable = {
  readonly title: string
  /** remarks, such as which answers the figures cover */
  readonly notes: readonly string[]
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly cells: readonly ReportCell[]
    /** length of the row's bar, 0 to 1; undefined in a table whose rows have no common scale */
    readonly bar?: number
  }[]
}

/** Statistics for export as PDF or workbook. */
export type Report = {
  readonly title: string
  /** municipality name above the title */
  readonly municipality: string
  /** lines below the title: period, filters, time of the figures */
  readonly lines: readonly string[]
  readonly parts: readonly { readonly title: string; readonly tables: readonly ReportTable[] }[]
  /** notice that is added if all fonts lack a character */
  readonly lackingCharacters: string
}
