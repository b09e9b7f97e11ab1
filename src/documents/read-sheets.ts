import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { formatValue as FormatValue, Sheet as WorkbookSheet } from 'hucre'
import { type ReaderNote, type Sheet, splitIntoSheets } from '#domain/xlsform/index.ts'
import { readTable, type TableRows } from './read-table.ts'

const END_RECORD = 22
/** Maximum length of a comment after the end record, in bytes. */
const MAX_COMMENT = 65_535
const END = 0x06054b50
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46

/**
 * Returns the unpacked size that a ZIP file declares, in bytes. A file of 0.5 MB can unpack to 500 MB.
 * @returns undefined without a readable directory
 */
export function computeUnpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endRecord(view)
  if (end === undefined) return undefined
  let sum = 0
  for (let at = view.getUint32(end + 16, true); at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY;) {
    // For an entry of 4 GB or more this field is 0xffffffff, and the real size is in another record. Both exceed any
    // limit.
    sum += view.getUint32(at + 24, true)
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sum
}

function endRecord(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_RECORD - MAX_COMMENT)
  for (let at = view.byteLength - END_RECORD; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at
  return undefined
}

/** Limits above the size of any real form. Cells beyond them are not read. */
const MAX_SHEETS = 50
const MAX_ROWS = 20_000
const MAX_CELLS_OF_A_ROW = 500
/**
 * Range that the library reads. Without it, a single cell in the last column would make the library fill twenty million
 * cells.
 */
const READ_RANGE = `A1:SG${MAX_ROWS + 1}`
/** Maximum characters of all cells: a small file can unpack into a very large one. */
const MAX_CHARACTERS = 20_000_000
/** Maximum unpacked bytes of a workbook, enough for MAX_CHARACTERS with their XML. */
const MAX_UNPACKED = 64 * 1024 * 1024

/**
 * Reads a workbook (XLSX, XLSM) or a table (CSV, also with semicolons or tabs). Loads the library with the first file.
 * @returns `import.old-workbook`, `import.encrypted`, `import.too-large`, `import.unclosed-quote` or
 * `import.unreadable`; never throws
 */
export async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<Result<readonly Sheet[]>> {
  try {
    const sheets = await readFile(bytes)
    if (!sheets.ok) return sheets
    return countCharacters(sheets.value) > MAX_CHARACTERS
      ? refuse('import.too-large', { max: MAX_CHARACTERS / 1_000_000 })
      : sheets
  } catch {
    // Any error of the library means that the file is unreadable.
    return refuse('import.unreadable')
  }
}

async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Result<readonly Sheet[]>> {
  if (startsWith(bytes, ZIP)) return readWorkbook(bytes)
  if (startsWith(bytes, COMPOUND)) return refuseCompoundFile(bytes)
  return toSheets(readTable(bytes))
}

/** Counts characters without joining cells: a text that is repeated in many cells is in memory only once. */
function countCharacters(sheets: readonly Sheet[]): number {
  let characters = 0
  for (const { rows } of sheets) for (const row of rows) for (const cell of row) characters += cell.length
  return characters
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** First bytes of a file of Excel 97, or of a password-protected workbook. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
/** Name of a stream that only a password-protected workbook contains, in UTF-16. */
const ENCRYPTED = 'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0'

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

function refuseCompoundFile(bytes: Uint8Array): Result<never> {
  return refuse(
    new TextDecoder('latin1').decode(bytes).includes(ENCRYPTED) ? 'import.encrypted' : 'import.old-workbook',
  )
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Result<readonly Sheet[]>> {
  if ((computeUnpackedSize(bytes) ?? 0) > MAX_UNPACKED)
    return refuse('import.too-large', { max: MAX_UNPACKED / 1024 / 1024 })
  const { readXlsx } = await import('hucre/xlsx')
  const left: string[] = []
  const { sheets } = await readXlsx(bytes, {
    maxRows: MAX_ROWS + 1,
    range: READ_RANGE,
    readStyles: true,
    sheets: ({ name }, index) => {
      if (index >= MAX_SHEETS) left.push(name)
      return index < MAX_SHEETS
    },
  })
  const read = await Promise.all(sheets.map(toTextSheet))
  return ok([...read, ...left.map((name) => ({ name, rows: [[name]] }))])
}

/** Returns a sheet with the texts that a spreadsheet shows. Notes report hidden, uncertain or missing texts. */
async function toTextSheet({ name, rows, cells, columns = [], rowDefs, ...sheet }: WorkbookSheet): Promise<Sheet> {
  if (sheet.hidden === true || sheet.veryHidden === true)
    return {
      name,
      rows: [],
      notes: rows.flat().some(isFilled) ? [{ code: 'sheet.hidden', row: null, detail: '' }] : [],
    }
  const { formatValue } = await import('hucre')
  const notes: ReaderNote[] = []
  columns.slice(0, MAX_CELLS_OF_A_ROW).forEach(({ hidden = false }, column) => {
    const first = hidden ? rows.map((row) => row[column]).find(isFilled) : undefined
    if (first !== undefined)
      notes.push({ code: 'column.hidden', row: null, detail: formatCell(first, undefined, formatValue) })
  })
  const shown = rows.slice(0, MAX_ROWS).map((row, index) => {
    if (rowDefs?.get(index)?.hidden === true) {
      const texts = row.slice(0, MAX_CELLS_OF_A_ROW).filter(isFilled)
      const detail = texts.map((value) => formatCell(value, undefined, formatValue)).join(', ')
      if (texts.length > 0) notes.push({ code: 'row.hidden', row: index + 1, detail })
      return []
    }
    return row.slice(0, MAX_CELLS_OF_A_ROW).map((value, column) => {
      if (columns[column]?.hidden === true) return ''
      const cell = cells?.get(`${index},${column}`)
      const format = cell?.style?.numFmt
      const text = formatCell(value, format, formatValue)
      if (cell?.type === 'error' || (typeof value === 'string' && ERROR.test(value)))
        notes.push({ code: 'cell.error', row: index + 1, detail: text })
      if (format === LOCAL_DATE && text !== '') notes.push({ code: 'cell.local-date', row: index + 1, detail: text })
      if (typeof value === 'number' && DECIMALS.test(text))
        notes.push({ code: 'cell.local-number', row: index + 1, detail: text })
      return text
    })
  })
  if (rows.length > MAX_ROWS) notes.push({ code: 'limit.rows', row: MAX_ROWS + 1, detail: String(MAX_ROWS) })
  const wide = rows.findIndex((row) => row.slice(MAX_CELLS_OF_A_ROW).some((value) => value !== null && value !== ''))
  if (wide !== -1) notes.push({ code: 'limit.columns', row: wide + 1, detail: String(MAX_CELLS_OF_A_ROW) })
  return { name, rows: shown, notes }
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

/** Excel's short date format, which Excel displays in the format of the computer's region. */
const LOCAL_DATE = 'mm-dd-yy'
const DAY = 'dd/mm/yyyy'
/** Matches numbers with a decimal or group separator, which depends on the region. Expressions need a decimal point. */
const DECIMALS = /\d[.,]\d/
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

/** Returns a cell's text as a spreadsheet shows it. Rounds numbers without a format, to remove binary noise. */
function formatCell(value: unknown, format: string | undefined, formatValue: typeof FormatValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (format === LOCAL_DATE) return formatValue(value, DAY)
  if (format !== undefined && format !== 'General') return formatValue(value, format)
  if (value instanceof Date) return formatValue(value, DAY)
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : ''
}

function toSheets(table: Result<TableRows>): Result<readonly Sheet[]> {
  if (!table.ok) return table
  const [first, ...others] = splitIntoSheets(
    table.value.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_CELLS_OF_A_ROW)),
  )
  if (first === undefined) return ok([])
  const notes: ReaderNote[] = [...(first.notes ?? [])]
  if (table.value.length > MAX_ROWS) notes.push({ code: 'limit.rows', row: MAX_ROWS + 1, detail: String(MAX_ROWS) })
  const wide = table.value.findIndex((row) => row.slice(MAX_CELLS_OF_A_ROW).some((cell) => cell !== ''))
  if (wide !== -1) notes.push({ code: 'limit.columns', row: wide + 1, detail: String(MAX_CELLS_OF_A_ROW) })
  return ok([{ ...first, notes }, ...others])
}
