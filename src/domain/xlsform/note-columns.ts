import { NOTE_SEVERITY, type NoteCode, type NotePlace, type NoteCollector } from './notes.ts'
import { hasColumn, type SheetEntry, type SheetTable } from './table.ts'

/** Columns that are imported, or whose omission needs no note. */
const CONVERTED_COLUMNS = new Set([
  'type',
  'name',
  'label',
  'hint',
  'required',
  'list_name',
  'disabled',
  'note',
  'notes',
  'comment',
  'comments',
  // Messages of rules need no note, because the rules themselves get one.
  'constraint_message',
  'required_message',
  'noapperrorstring',
  'jr:noapperrorstring',
])

/** Adds notes about rules and settings of a row that Relevo does not support. */
export function addColumnNotes(entry: SheetEntry, place: NotePlace, notes: NoteCollector): void {
  const noted = new Set<NoteCode>()
  for (const [{ name }, text] of entry.cells) {
    const code = findColumnNoteCode(name)
    if (code === null || noted.has(code) || isOff(name, text)) continue
    noted.add(code)
    notes.add(code, place, text)
  }
}

/** Adds notes about columns without a heading, and about repeated columns, of which only the first is read. */
export function addHeadingNotes(table: SheetTable, notes: NoteCollector): void {
  for (const name of table.unnamed) notes.add('column.unnamed', { sheet: table.sheet, row: null, name })
  const duplicateHeadings = new Set<string>()
  for (const { cells } of table.entries) {
    const seen = new Set<string>()
    for (const [{ name, language }] of cells) {
      const heading = language === null ? name : `${name}::${language}`
      // Repeated media columns get notes for each row instead.
      if (seen.has(heading) && name !== 'media') duplicateHeadings.add(heading)
      seen.add(heading)
    }
  }
  for (const name of duplicateHeadings) notes.add('column.twice', { sheet: table.sheet, row: null, name })
}

/** Adds a note about each unknown column. */
export function addUnknownColumnNotes(table: SheetTable, notes: NoteCollector): void {
  const unknown = new Set(
    table.columns
      .map(({ name }) => name)
      .filter((name) => !CONVERTED_COLUMNS.has(name) && findColumnNoteCode(name) === null),
  )
  for (const name of unknown) {
    if (hasText(table, name)) notes.add('column.unknown', { sheet: table.sheet, row: null, name })
  }
}

function findColumnNoteCode(column: string): NoteCode | null {
  const code = `column.${column}`
  return code !== 'column.unknown' && Object.hasOwn(NOTE_SEVERITY, code) ? (code as NoteCode) : null
}

/** Checks whether a setting is switched off, for example `read_only: no`. */
function isOff(column: string, text: string): boolean {
  return column === 'read_only' && /^(no|false|false\(\)|0)$/i.test(text)
}

function hasText(table: SheetTable, column: string): boolean {
  return hasColumn(table, column) && table.entries.some((entry) => entry.cells.some(([{ name }]) => name === column))
}
