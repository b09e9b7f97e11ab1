import { columnOf, type Column } from './columns.ts'
import type { NotePlace } from './notes.ts'
import type { Sheet } from './sheets.ts'

/** One row of a sheet under its headings. */
export type Entry = {
  /** as the spreadsheet counts, from 1 */
  readonly row: number
  /** texts by column, without those that are empty; the first column of a name wins */
  readonly cells: readonly (readonly [column: Column, text: string])[]
}

export type Table = {
  readonly sheet: string
  readonly columns: readonly Column[]
  readonly entries: readonly Entry[]
  /** letters of the columns that have texts and no heading */
  readonly unnamed: readonly string[]
}

/** Reads the first row that is not empty as headings, and those below as entries. Empty rows are left out. */
export function tableOf(sheet: Sheet): Table {
  const head = sheet.rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const headings = (sheet.rows[head] ?? []).map((heading) => (heading.trim() === '' ? null : columnOf(heading)))
  const entries: Entry[] = []
  const unnamed = new Set<number>()
  sheet.rows.slice(head + 1).forEach((row, index) => {
    const cells: (readonly [Column, string])[] = []
    row.forEach((cell, at) => {
      const text = cleaned(cell)
      const column = headings[at] ?? null
      if (text === '') return
      if (column === null) unnamed.add(at)
      else cells.push([column, text])
    })
    if (cells.length > 0) entries.push({ row: head + index + 2, cells })
  })
  const letters = [...unnamed].toSorted((a, b) => a - b).map(columnLetters)
  return { sheet: sheet.name.trim(), columns: headings.filter((column) => column !== null), entries, unnamed: letters }
}

/** A column as spreadsheets name it, 0 is A. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}

/** What no store and no XML takes: control characters but tab and line breaks, and halves of surrogate pairs. */
const UNSTORABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

function cleaned(cell: string): string {
  return cell.replaceAll(UNSTORABLE, '').trim()
}

export function hasColumn(table: Table, name: string): boolean {
  return table.columns.some((column) => column.name === name)
}

/** The text in a column that has no language; empty when there is none. */
export function cellOf(entry: Entry, name: string): string {
  return entry.cells.find(([column]) => column.name === name && column.language === null)?.[1] ?? ''
}

/** Where a note about this entry points. */
export function placeOf(table: Table, entry: Entry): NotePlace {
  return { sheet: table.sheet, row: entry.row, name: cellOf(entry, 'name') }
}
