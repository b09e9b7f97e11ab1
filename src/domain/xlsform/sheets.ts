import type { NoteCode } from './notes.ts'

/** Note of a file reader about content that it could not read, or only with changes. */
export type ReaderNote = { readonly code: NoteCode; readonly row: number | null; readonly detail: string }

/** A sheet with all cells as texts, not trimmed. Rows may have different lengths. */
export type Sheet = {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly notes?: readonly ReaderNote[]
}

const SHEETS = ['survey', 'choices', 'external_choices', 'settings', 'entities', 'osm', 'columns', 'cascades']

/**
 * Splits a CSV table into sheets. In an XLSForm as CSV, the first column contains the name of a sheet, and is empty in
 * the rows of that sheet. Any other table is a single sheet, the survey.
 *
 * | sheet | | | |
 * |---|---|---|---|
 * | survey | | | |
 * | | type | name | label |
 * | | text | owner | Who owns it? |
 */
export function splitIntoSheets(rows: readonly (readonly string[])[]): readonly Sheet[] {
  const first = rows.find((row) => row.some((cell) => cell.trim() !== ''))
  if (first === undefined || !isSheetName(first)) return [{ name: 'survey', rows }]
  const sheets: { name: string; rows: (readonly string[])[]; notes?: readonly ReaderNote[] }[] = []
  rows.forEach((row, index) => {
    const name = (row[0] ?? '').trim()
    const otherCells = row.slice(1).filter((cell) => cell.trim() !== '')
    if (name === '') sheets.at(-1)?.rows.push(row.slice(1))
    else if (otherCells.length === 0) sheets.push({ name, rows: [] })
    else
      sheets.push({ name, rows: [], notes: [{ code: 'row.left-out', row: index + 1, detail: otherCells.join(', ') }] })
  })
  return sheets
}

function isSheetName(row: readonly string[]): boolean {
  const [name = '', ...others] = row.map((cell) => cell.trim())
  return SHEETS.includes(name.toLowerCase()) && others.every((cell) => cell === '')
}

/** Finds a sheet by name, ignoring case and surrounding spaces. */
export function findSheet(sheets: readonly Sheet[], name: string): Sheet | undefined {
  return sheets.find((sheet) => sheet.name.trim().toLowerCase().replaceAll(' ', '_') === name)
}
