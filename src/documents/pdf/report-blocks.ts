import type { Block } from './flow.ts'
import { ACCENT, INK, LINE, SOFT, STRONG_LINE, textBlocks, writeCut, type Frame, type Pen, type Style } from './pen.ts'
import { oneLine } from './plain-text.ts'
import type { Report, ReportTable } from './report.ts'

const TITLE: Style = { size: 18, weight: 'bold' }
const PART: Style = { size: 13, weight: 'bold', colour: ACCENT }
const TABLE: Style = { size: 10.5, weight: 'bold' }
const NOTE: Style = { size: 8.5, colour: SOFT }
const CELL: Style = { size: 9.5 }
const HEAD: Style = { size: 8.5, weight: 'bold', colour: SOFT }

/** A report from its top to its end. */
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
  const height = pen.lineHeight(CELL) + 4
  const notesGlued = rows.length > 0
  return [
    ...textBlocks(pen, frame, title, TABLE, { above: 14, isGlued: notes.length > 0 || notesGlued }),
    ...notes.flatMap((note) => textBlocks(pen, frame, note, NOTE, { above: 1, isGlued: notesGlued })),
    ...(rows.length === 0
      ? []
      : [
          {
            height: pen.lineHeight(HEAD) + 3,
            above: 4,
            isGlued: true,
            draw: (top: number) => writeRow(pen, frame, places, heads, top, HEAD),
          },
        ]),
    ...rows.map(({ cells, bar }, index): Block => ({
      height,
      // A table may be cut, but never after its first row or before its last.
      isGlued: index === 0 || index === rows.length - 2,
      draw: (top) => {
        pen.rule(frame.left, frame.top + top, frame.width, LINE, 0.4)
        writeRow(
          pen,
          frame,
          places,
          cells.map(({ text }) => text),
          top + 2,
          CELL,
        )
        if (bar !== undefined && places.bar !== null) drawBar(pen, frame, places.bar, bar, top, height)
      },
    })),
  ]
}

type Places = {
  /** of each column: where it begins, and how wide it is; figures end at their right edge */
  readonly cells: readonly { readonly x: number; readonly width: number }[]
  readonly bar: { readonly x: number; readonly width: number } | null
}

const GAP = 10

/** Figures take what they need, at the right; bars a fourth; words the rest. */
function columnsOf(pen: Pen, frame: Frame, { heads, rows }: ReportTable): Places {
  const widths = heads
    .slice(1)
    .map((head, index) =>
      Math.min(
        frame.width / heads.length,
        Math.max(
          pen.width(oneLine(head), HEAD),
          ...rows.map(({ cells }) => pen.width(oneLine(cells[index + 1]?.text ?? ''), CELL)),
        ) + GAP,
      ),
    )
  const figures = widths.reduce((sum, width) => sum + width, 0)
  const bar = rows.some((row) => row.bar !== undefined) ? frame.width / 4 : 0
  const words = frame.width - figures - bar
  const cells = [{ x: 0, width: words - GAP }]
  let x = words + bar
  for (const width of widths) {
    cells.push({ x, width })
    x += width
  }
  return { cells, bar: bar === 0 ? null : { x: words, width: bar } }
}

function writeRow(
  pen: Pen,
  frame: Frame,
  { cells }: Places,
  texts: readonly string[],
  top: number,
  style: Style,
): void {
  for (const [index, text] of texts.entries()) {
    const place = cells[index]
    if (place === undefined) continue
    const room = place.width
    const free = index === 0 ? 0 : Math.max(0, room - pen.width(oneLine(text), style))
    writeCut(pen, text, frame.left + place.x + free, frame.top + top, room, style)
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
