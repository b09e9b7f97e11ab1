import type { Instant } from '#domain/kernel/index.ts'
import {
  ACCENT_COLOUR,
  TEXT_COLOUR,
  LINE_COLOUR,
  openTag,
  MUTED_COLOUR,
  STRONG_LINE_COLOUR,
  buildTextBlocks,
  type Pen,
  type TextStyle,
  type Canvas,
} from './pen.ts'
import type { PageBlock } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { makePagesPdf } from './make-sheets.ts'
import { toOneLine } from './plain-text.ts'
import { addTag, type Tag } from './tags.ts'

/**
 * A cell of a table. `text`: as displayed. `value`: number in a workbook. `at`: date and time in a workbook, such as
 * `2026-11-22T15:04`.
 */
export type ReportCell = {
  readonly text: string
  readonly value?: number
  /** true: `value` is an amount of money, in whole units */
  readonly isAmount?: boolean
  readonly at?: string
}

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

const TITLE: TextStyle = { size: 18, weight: 'bold' }
const PART: TextStyle = { size: 13, weight: 'bold', colour: ACCENT_COLOUR }
const TABLE: TextStyle = { size: 10.5, weight: 'bold' }
const NOTE: TextStyle = { size: 8.5, colour: MUTED_COLOUR }
const CELL: TextStyle = { size: 9.5 }
const HEAD: TextStyle = { size: 8.5, weight: 'bold', colour: MUTED_COLOUR }

/** Returns all blocks of a report. */
function reportBlocks(canvas: Canvas, report: Report): readonly PageBlock[] {
  const { pen } = canvas
  return [
    ...(report.municipality === '' ? [] : buildTextBlocks(canvas, report.municipality, NOTE, { isGlued: true })),
    ...buildTextBlocks(canvas, report.title, TITLE, { isGlued: true, type: 'H1' }),
    ...report.lines.flatMap((line) => buildTextBlocks(canvas, line, NOTE, { above: 3 })),
    ...report.parts.flatMap((part) => buildPartBlocks(openTag(canvas, 'Sect'), part)),
    ...(pen.fonts.lacks ? buildTextBlocks(canvas, report.lackingCharacters, NOTE, { above: 16 }) : []),
  ]
}

function buildPartBlocks(canvas: Canvas, { title, tables }: Report['parts'][number]): readonly PageBlock[] {
  const { pen, frame } = canvas
  return [
    {
      height: 7,
      above: 20,
      isGlued: true,
      heading: toOneLine(title),
      draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, STRONG_LINE_COLOUR, 0.6),
    },
    ...buildTextBlocks(canvas, title, PART, { isGlued: tables.length > 0, type: 'H2' }),
    ...tables.flatMap((table) => buildTableBlocks(canvas, table)),
  ]
}

function buildTableBlocks(canvas: Canvas, table: ReportTable): readonly PageBlock[] {
  const { pen, frame } = canvas
  const { title, notes, heads, rows } = table
  const places = computeColumns(canvas, table)
  const areNotesGlued = rows.length > 0
  const titleBlocks = [
    ...buildTextBlocks(canvas, title, TABLE, { above: 14, isGlued: notes.length > 0 || areNotesGlued, type: 'H3' }),
    ...notes.flatMap((note) => buildTextBlocks(canvas, note, NOTE, { above: 1, isGlued: areNotesGlued })),
  ]
  if (rows.length === 0) return titleBlocks
  const { parent } = openTag(canvas, 'Table')
  const openRow = (texts: readonly string[], style: TextStyle, scope: 'Row' | 'Column'): Row => {
    const row = addTag(parent, 'TR')
    return {
      style,
      cells: texts.map((text, index) => ({
        tag: scope === 'Column' || index === 0 ? addTag(row, 'TH', { scope }) : addTag(row, 'TD'),
        lines: pen.lines(toOneLine(text), places.cells[index]?.width ?? 0, style),
      })),
    }
  }
  const head = openRow(heads, HEAD, 'Column')
  return [
    ...titleBlocks,
    {
      height: computeRowHeight(pen, head) + 3,
      above: 4,
      isGlued: true,
      draw: (top) => writeRow(canvas, places, head, top),
    },
    ...rows.map(({ cells, bar }, index): PageBlock => {
      const texts = cells.map(({ text }) => text)
      const row = openRow(texts, CELL, 'Row')
      return {
        height: computeRowHeight(pen, row) + 4,
        // A table may be divided between pages, but its first two and its last two rows stay together.
        isGlued: index === 0 || index === rows.length - 2,
        draw: (top) => {
          pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, LINE_COLOUR, 0.4)
          writeRow(canvas, places, row, top + 2)
          if (bar !== undefined && places.bar !== null)
            drawBar(canvas, places.bar, { share: bar, height: pen.lineHeight(CELL) + 4 }, top)
        },
      }
    }),
  ]
}

/** Row of a table. The text of each cell is wrapped, so it is never cut, and never reaches into the next column. */
type Row = {
  readonly style: TextStyle
  readonly cells: readonly { readonly tag: Tag; readonly lines: readonly string[] }[]
}

function computeRowHeight(pen: Pen, { cells, style }: Row): number {
  return pen.lineHeight(style) * Math.max(1, ...cells.map(({ lines }) => lines.length))
}

type Places = {
  /** left edge and width of each column; all but the first are right-aligned */
  readonly cells: readonly { readonly x: number; readonly width: number }[]
  readonly bar: { readonly x: number; readonly width: number } | null
}

const GAP = 10

/** Minimum share of the table's width for the text column, the first. */
const MIN_WORDS = 0.2

/**
 * Computes the columns. Columns of figures are as wide as their figures and the longest word of their heading, or
 * narrower if the text column would get less than its minimum. Bars take a quarter of the table, and the text column
 * takes the rest.
 */
function computeColumns(canvas: Canvas, { heads, rows }: ReportTable): Places {
  const { pen, frame } = canvas
  const wanted = heads.slice(1).map((head, index) => {
    const words = toOneLine(head).split(/\s+/)
    const longest = Math.max(
      0,
      ...words.map((word) => pen.width(word, HEAD)),
      ...rows.map(({ cells }) => pen.width(toOneLine(cells[index + 1]?.text ?? ''), CELL)),
    )
    return longest + GAP
  })
  const bar = rows.some((row) => row.bar !== undefined) ? frame.width / 4 : 0
  const sum = wanted.reduce((all, width) => all + width, 0)
  const scale = Math.min(1, (frame.width * (1 - MIN_WORDS) - bar) / sum)
  const widths = wanted.map((width) => width * scale)
  const words = frame.width - sum * Math.min(1, scale) - bar
  const cells = [{ x: 0, width: words - GAP }]
  let x = words + bar
  for (const width of widths) {
    cells.push({ x: x + GAP, width: width - GAP })
    x += width
  }
  return { cells, bar: bar === 0 ? null : { x: words, width: bar } }
}

function writeRow(canvas: Canvas, places: Places, { cells, style }: Row, top: number): void {
  const { pen, frame } = canvas
  for (const [index, { tag, lines }] of cells.entries()) {
    const place = places.cells[index]
    if (place === undefined) continue
    for (const [line, text] of lines.entries()) {
      const free = index === 0 ? 0 : Math.max(0, place.width - pen.width(text.trimEnd(), style))
      const y = frame.top + top + line * pen.lineHeight(style)
      pen.write(tag, [text], { x: frame.left + place.x + free, y }, style)
    }
  }
}

function drawBar(
  canvas: Canvas,
  place: NonNullable<Places['bar']>,
  { share, height }: { readonly share: number; readonly height: number },
  top: number,
): void {
  const { pen, frame } = canvas
  const width = Math.max(0.6, place.width * Math.min(1, Math.max(0, share)))
  pen.decorate(() => {
    pen.doc.setFillColor(share > 0 ? ACCENT_COLOUR : TEXT_COLOUR)
    pen.doc.rect(frame.left + place.x, frame.top + top + 4, width, height - 7, 'F')
  })
}

/**
 * Makes a PDF of statistics: tables with bars in their rows. Equal reports produce equal bytes.
 * @param language BCP 47 tag
 */
export async function makeReportPdf(
  report: Report,
  { language, at }: { readonly language: string; readonly at: Instant },
  fonts: FontSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, lines, municipality: author } = report
  const sheets = { title, foot: lines[0] ?? '', author, language, at, content: report }
  return makePagesPdf(sheets, fonts, (canvas) => reportBlocks(canvas, report))
}
