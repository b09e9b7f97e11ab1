import {
  shortenCell,
  GEO_JSON_WRAPPER,
  formatGeoJson,
  KML_WRAPPER,
  formatKml,
  locateAnswer,
  escapeCsvField,
  escapeSpreadsheetText,
} from '#domain/exports/index.ts'
import type { Cell, ExportedAnswer, ExportTable, TableHead } from '#domain/exports/index.ts'
import { toXmlText } from '#domain/kernel/index.ts'
import type { ExportFormat } from './export-format.ts'

/** A text format that is written in batches. */
export type TextFormat = {
  readonly type: string
  readonly before: (table: ExportTable) => string
  /** text of a batch; empty when none of its answers can be written */
  readonly lines: (answers: readonly ExportedAnswer[], table: ExportTable) => string
  /** separator between two non-empty batches */
  readonly between: string
  readonly after: string
}

/** Byte-order mark. Without it, spreadsheets assume a local 8-bit encoding. */
const BYTE_ORDER_MARK = '\uFEFF'
const END_OF_LINE = '\r\n'

export const TEXT_FORMATS: Readonly<Record<Exclude<ExportFormat, 'xlsx' | 'zip'>, TextFormat>> = {
  csv: {
    type: 'text/csv;charset=utf-8',
    before: ({ heads }) => BYTE_ORDER_MARK + formatCsvLine(heads.map(({ text }) => text)),
    lines: (answers, { linesOf }) => answers.flatMap((answer) => linesOf(answer).map(formatCsvLine)).join(''),
    between: '',
    after: '',
  },
  geojson: {
    type: 'application/geo+json',
    before: () => GEO_JSON_WRAPPER.before,
    lines: (answers, table) => locateAnswers(answers, table).map(formatGeoJson).join(GEO_JSON_WRAPPER.between),
    between: GEO_JSON_WRAPPER.between,
    after: GEO_JSON_WRAPPER.after,
  },
  kml: {
    type: 'application/vnd.google-earth.kml+xml',
    before: () => KML_WRAPPER.before,
    lines: (answers, table) => locateAnswers(answers, table).map(formatKml).join(KML_WRAPPER.between),
    between: KML_WRAPPER.between,
    after: KML_WRAPPER.after,
  },
}

function locateAnswers(answers: readonly ExportedAnswer[], table: ExportTable) {
  return answers.flatMap((answer) => locateAnswer(answer, table) ?? [])
}

/** Formats a line of CSV (RFC 4180), with dates as written by `formatDay`. */
function formatCsvLine(cells: readonly Cell[]): string {
  return cells.map(formatCsvField).join(',') + END_OF_LINE
}

function formatCsvField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = typeof cell === 'string' ? escapeCsvField(cell) : formatDay(cell.at)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats `2026-11-22T15:04` as `22/11/2026 15:04`. */
function formatDay(at: string): string {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-')
  return `${day}/${month}/${year}${at.length > 10 ? ` ${at.slice(11)}` : ''}`
}

/** Matches the start of text such as `_x0041_`, which a workbook would read as the letter A. */
const ESCAPE_LIKE_TEXT = /_(?=x[0-9A-Fa-f]{4}_)/g

function formatWorkbookText(text: string): string {
  return toXmlText(shortenCell(escapeSpreadsheetText(text)).replaceAll(ESCAPE_LIKE_TEXT, '_x005F_'), escapeForWorkbook)
}

/** Encodes a character that XML forbids, as workbooks do. Replaces half a surrogate pair, which has no encoding. */
function escapeForWorkbook(character: string): string {
  const code = character.charCodeAt(0)
  if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD'
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Converts a cell for the workbook library, which takes dates in UTC. */
export function toWorkbookValue(cell: Cell): string | number | Date | null {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return formatWorkbookText(cell)
  return new Date(cell.at.length > 10 ? `${cell.at}:00Z` : cell.at)
}

const NUMBER_FORMATS = { day: 'dd/mm/yyyy', minute: 'dd/mm/yyyy hh:mm' } as const

/** Returns a workbook column, wide enough for a typical answer. */
export function toWorkbookColumn({ text, shows }: TableHead) {
  const header = formatWorkbookText(text)
  const width = Math.min(40, Math.max(12, header.length + 2))
  return shows === 'text' ? { header, width } : { header, width: Math.max(width, 18), numFmt: NUMBER_FORMATS[shows] }
}
