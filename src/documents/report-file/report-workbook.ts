import { writeXlsx, type CellValue } from 'hucre/xlsx'
import type { Report, ReportCell, ReportTable } from '#documents/pdf/index.ts'
import { toXmlText } from '#domain/kernel/index.ts'
import { toWorkbookValue } from '../export/formats.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Maximum length of a sheet name in Excel. */
const MAX_NAME_LENGTH = 31
/** Names that Excel reserves, in lower case. */
const RESERVED_NAMES: readonly string[] = ['history']
const FORBIDDEN = /[\\/?*[\]:]/g

/**
 * Writes a workbook. Each part has a sheet with all its tables. The first sheet begins with the description of the
 * report, unless only its title is known. Cells with figures are numbers, and cells with times are dates.
 */
export async function writeReportWorkbook(report: Report): Promise<Blob> {
  const names = new Set(RESERVED_NAMES)
  const first = [[report.municipality], [report.title], ...report.lines.map((line) => [line])]
  const isDescribed = report.municipality !== '' || report.lines.length > 0
  const parts = report.parts.length > 0 ? report.parts : [{ title: report.title, tables: [] }]
  const sheets = parts.map(({ title, tables }, index) => {
    const described = isDescribed && index === 0 ? [...first, []] : []
    const rows = [
      ...described.map((row) => row.map((text) => toWorkbookValue(text))),
      ...tables.flatMap((table): CellValue[][] => [
        [toWorkbookValue(table.title)],
        ...table.notes.map((note) => [toWorkbookValue(note)]),
        table.heads.map((head) => toWorkbookValue(head)),
        ...table.rows.map(({ cells }) => cells.map(toWorkbookCell)),
        [],
      ]),
    ]
    return { name: pickSheetName(title, names), rows, columns: buildColumns(rows, tables) }
  })
  const bytes = await writeXlsx({ sheets })
  return new Blob([new Uint8Array(bytes)], { type: WORKBOOK })
}

/** Returns the widths of a sheet's columns, and the format of those with dates or only amounts of money. */
function buildColumns(rows: readonly (readonly CellValue[])[], tables: readonly ReportTable[]) {
  const count = Math.max(7, ...rows.map(({ length }) => length))
  return Array.from({ length: count }, (_, column) => {
    const width = column === 0 ? 48 : 16
    if (rows.some((row) => row[column] instanceof Date)) return { width, numFmt: 'dd/mm/yyyy hh:mm' }
    const cells = tables.flatMap((table) => table.rows.flatMap((row) => row.cells[column] ?? []))
    const figures = cells.filter(({ value }) => value !== undefined)
    const isMoney = figures.length > 0 && figures.every(({ isAmount }) => isAmount === true)
    return { width, ...(isMoney ? { numFmt: '#,##0.00' } : {}) }
  })
}

function toWorkbookCell({ text, value, at }: ReportCell): CellValue {
  if (at !== undefined) return toWorkbookValue({ at })
  return value === undefined ? toWorkbookValue(text) : value
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text to at most this number of UTF-16 units, but not within an emoji or an accented letter. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (const { index, segment } of letters.segment(text)) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** Returns a valid sheet name that is not in `taken`, regardless of case. */
function pickSheetName(title: string, taken: Set<string>): string {
  const plainText = toXmlText(title).replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').replaceAll("'", '’').trim() || '-'
  for (let time = 1; ; time += 1) {
    const end = time === 1 ? '' : ` (${time})`
    const name = cutText(plainText, MAX_NAME_LENGTH - end.length).trim() + end
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}
