import { breakLines } from './break-lines.ts'
import type { Block } from './flow.ts'
import { ACCENT, INK, LINE, SOFT, STRONG_LINE, textBlocks, type Frame, type Pen, type Style } from './pen.ts'
import { oneLine } from './plain-text.ts'
import type { Report, ReportTable } from './report.ts'

const TITLE: Style = { size: 18, weight: 'bold' }
const PART: Style = { size: 13, weight: 'bold', colour: ACCENT }
const TABLE: Style = { size: 10.5, weight: 'bold' }
const NOTE: Style = { size: 8.5, colour: SOFT }
const CELL: Style = { size: 9.5 }
const HEAD: Style = { size: 8.5, weight: 'bold', colour: SOFT }

/** Returns all blocks of a report. */
export function reportBlocks(pen: Pen, frame: Frame, report: Report): readonly Block[] {
  return [
    ...(report.municipality === '' ? [] : textBlocks(pen, frame, report.municipality, NOTE, { isGlued: true })),
    ...textBlocks(pen, frame, report.title, TITLE, { isGlued: true }),
    ...report.lines.flatMap((line) => textBlocks(pen, frame, line, NOTE, { above: 3 })),
    ...report.parts.flatMap(({ title, tables }) => [
      {
        height: 7,
        above: 20,
        isGlued: true,
        heading: oneLine(title),
        draw: (top: number) => pen.rule(frame.left, frame.top + top, frame.width, STRONG_LINE, 0.6),
      },
      ...textBlocks(pen, frame, title, PART, { isGlued: tables.length > 0 }),
      ...tables.flatMap((table) => tableBlocks(pen, frame, table)),
    ]),
    ...(pen.fonts.lacks ? textBlocks(pen, frame, report.lackingCharacters, NOTE, { above: 16 }) : []),
  ]
}

function tableBlocks(pen: Pen, frame: Frame, table: ReportTable): readonly Block[] {
  const { title, notes, heads, rows } = table
  const places = columnsOf(pen, frame, table)
  const headLines = linesOf(pen, places, heads, HEAD)
  const notesGlued = rows.length > 0
  return [
    ...textBlocks(pen, frame, title, TABLE, { above: 14, isGlued: notes.length > 0 || notesGlued }),
    ...notes.flatMap((note) => textBlocks(pen, frame, note, NOTE, { above: 1, isGlued: notesGlued })),
    ...(rows.length === 0
      ? []
      : [
          {
            height: heightOf(pen, headLines, HEAD) + 3,
            above: 4,
            isGlued: true,
            draw: (top: number) => writeRow(pen, frame, places, headLines, top, HEAD),
          },
        ]),
    ...rows.map(({ cells, bar }, index): Block => {
      const lines = linesOf(
        pen,
        places,
        cells.map(({ text }) => text),
        CELL,
      )
      const height = heightOf(pen, lines, CELL) + 4
      return {
        height,
        // A table may be cut, but never after its first row or before its last.
        isGlued: index === 0 || index === rows.length - 2,
        draw: (top) => {
          pen.rule(frame.left, frame.top + top, frame.width, LINE, 0.4)
          writeRow(pen, frame, places, lines, top + 2, CELL)
          if (bar !== undefined && places.bar !== null)
            drawBar(pen, frame, places.bar, bar, top, pen.lineHeight(CELL) + 4)
        },
      }
    }),
  ]
}

/** Wrapped lines of each cell: no text is cut or reaches into the next column. */
type RowLines = readonly (readonly string[])[]

function linesOf(pen: Pen, { cells }: Places, texts: readonly string[], style: Style): RowLines {
  return texts.map((text, index) =>
    breakLines(oneLine(text), cells[index]?.width ?? 0, (part) => pen.width(part, style)),
  )
}

function heightOf(pen: Pen, lines: RowLines, style: Style): number {
  return pen.lineHeight(style) * Math.max(1, ...lines.map(({ length }) => length))
}

type Places = {
  /** left edge and width of each column; figures are right-aligned */
  readonly cells: readonly { readonly x: number; readonly width: number }[]
  readonly bar: { readonly x: number; readonly width: number } | null
}

const GAP = 10

/** Minimum share of the table's width for the text column. */
const LEAST_WORDS = 0.2

/**
 * Computes column widths: figures take the width they need, and headings their longest word; bars a quarter; text the
 * rest.
 */
function columnsOf(pen: Pen, frame: Frame, { heads, rows }: ReportTable): Places {
  const wanted = heads.slice(1).map((head, index) => {
    const words = oneLine(head).split(/\s+/)
    const longest = Math.max(
      0,
      ...words.map((word) => pen.width(word, HEAD)),
      ...rows.map(({ cells }) => pen.width(oneLine(cells[index + 1]?.text ?? ''), CELL)),
    )
    return longest + GAP
  })
  const bar = rows.some((row) => row.bar !== undefined) ? frame.width / 4 : 0
  const sum = wanted.reduce((all, width) => all + width, 0)
  const scale = Math.min(1, (frame.width * (1 - LEAST_WORDS) - bar) / sum)
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

function writeRow(pen: Pen, frame: Frame, { cells }: Places, row: RowLines, top: number, style: Style): void {
  for (const [index, lines] of row.entries()) {
    const place = cells[index]
    if (place === undefined) continue
    for (const [line, text] of lines.entries()) {
      const free = index === 0 ? 0 : Math.max(0, place.width - pen.width(text, style))
      pen.write(text, frame.left + place.x + free, frame.top + top + line * pen.lineHeight(style), style)
    }
  }
}

function drawBar(
  pen: Pen,
  frame: Frame,
  place: NonNullable<Places['bar']>,
  share: number,
  top: number,
  height: number,
): void {
  const width = Math.max(0.6, place.width * Math.min(1, Math.max(0, share)))
  pen.doc.setFillColor(share > 0 ? ACCENT : INK)
  pen.doc.rect(frame.left + place.x, frame.top + top + 4, width, height - 7, 'F')
}
