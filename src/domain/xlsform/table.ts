import type { NotePlace } from './notes.ts'
import type { Sheet } from './sheets.ts'

/** A column: normalised name, and the language if its heading contains one. */
type Column = { readonly name: string; readonly language: string | null }

/** Alternative spellings of headings, with the current XLSForm heading of each. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    caption: 'label',
    command: 'type',
    tag: 'name',
    value: 'name',
    text: 'label',
    list: 'list_name',
    relevance: 'relevant',
    calculate: 'calculation',
    readonly: 'read_only',
    constraintmsg: 'constraint_message',
    requiredmsg: 'required_message',
    'jr:constraintmsg': 'constraint_message',
    'jr:requiredmsg': 'required_message',
    'jr:preload': 'preload',
    image: 'media',
    audio: 'media',
    video: 'media',
    'big-image': 'media',
    big_image: 'media',
    title: 'form_title',
    set_form_title: 'form_title',
    id_string: 'form_id',
    set_form_id: 'form_id',
    repeat: 'repeat_count',
    count: 'repeat_count',
  }),
)

/** Prefixes of headings that only state where an XForm stores the value: `bind::relevant` means `relevant`. */
const PREFIXES = new Set(['bind', 'control', 'body', 'instance'])

/**
 * Parses a heading such as `label::Español (es)` or `bind:jr:constraintMsg`. Treats single and double colons alike, and
 * ignores case and spaces.
 */
function parseHeading(heading: string): Column {
  const parts = heading
    .toLowerCase()
    .split(/::?/)
    .map((part) => part.trim())
  const [first = '', ...rest] = parts
  if (rest.length > 0 && PREFIXES.has(first)) return { name: normaliseHeading(rest.join(':')), language: null }
  if (rest.length > 0 && first === 'media') return { name: 'media', language: rest[1] ?? null }
  return { name: normaliseHeading(first), language: rest.length > 0 ? rest.join(':') : null }
}

function normaliseHeading(text: string): string {
  const name = text.replaceAll(/\s+/g, '_')
  return SPELLINGS.get(name) ?? name
}

/** A row of a sheet, with the columns of its cells. */
export type SheetEntry = {
  /** row number in the spreadsheet, from 1 */
  readonly row: number
  /** non-empty texts by column; of several columns with the same name, `readCell` uses the first */
  readonly cells: readonly (readonly [column: Column, text: string])[]
}

export type SheetTable = {
  readonly sheet: string
  readonly columns: readonly Column[]
  readonly entries: readonly SheetEntry[]
  /** letters of columns that contain texts but have no heading */
  readonly unnamed: readonly string[]
}

/** Reads the first non-empty row as headings, and the other non-empty rows as entries. */
export function parseTable(sheet: Sheet): SheetTable {
  const head = sheet.rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const headings = (sheet.rows[head] ?? []).map((heading) => (heading.trim() === '' ? null : parseHeading(heading)))
  const entries: SheetEntry[] = []
  const unnamed = new Set<number>()
  sheet.rows.slice(head + 1).forEach((row, index) => {
    const cells: (readonly [Column, string])[] = []
    row.forEach((cell, position) => {
      const text = cleanCell(cell)
      const column = headings[position] ?? null
      if (text === '') return
      if (column === null) unnamed.add(position)
      else cells.push([column, text])
    })
    if (cells.length > 0) entries.push({ row: head + index + 2, cells })
  })
  const letters = [...unnamed].toSorted((a, b) => a - b).map(formatColumnLetters)
  return { sheet: sheet.name.trim(), columns: headings.filter((column) => column !== null), entries, unnamed: letters }
}

/** Returns the letters of a column; index 0 is A. */
function formatColumnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : formatColumnLetters(Math.floor(at / 26) - 1) + last
}

/** Control characters except tab and line breaks, and lone surrogates, which cannot be stored or written to XML. */
const UNSTORABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

function cleanCell(cell: string): string {
  return cell.replaceAll(UNSTORABLE, '').trim()
}

export function hasColumn(table: SheetTable, name: string): boolean {
  return table.columns.some((column) => column.name === name)
}

/** Returns the text in a column without a language; empty if there is none. */
export function readCell(entry: SheetEntry, name: string): string {
  return entry.cells.find(([column]) => column.name === name && column.language === null)?.[1] ?? ''
}

/** Returns the place of an entry, for notes. */
export function getNotePlace(table: SheetTable, entry: SheetEntry): NotePlace {
  return { sheet: table.sheet, row: entry.row, name: readCell(entry, 'name') }
}
