import type { ReceiptContent } from '#domain/pdf/index.ts'
import { buildFactBlocks } from './fact-blocks.ts'
import type { PageBlock } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { makePagesPdf } from './make-sheets.ts'
import {
  ACCENT_COLOUR,
  fitOnLine,
  TEXT_COLOUR,
  LINE_COLOUR,
  openTag,
  MUTED_COLOUR,
  STRONG_LINE_COLOUR,
  buildTextBlocks,
  type TextStyle,
  type Canvas,
} from './pen.ts'
import { addTag, type TagDetails } from './tags.ts'

const WARNING = '#b3261e'
const MUNICIPALITY: TextStyle = { size: 13, weight: 'bold' }
const TITLE: TextStyle = { size: 18, weight: 'bold' }
const AMOUNT: TextStyle = { size: 26, weight: 'bold' }
const PART: TextStyle = { size: 13, weight: 'bold', colour: ACCENT_COLOUR }
const CELL: TextStyle = { size: 10 }
const HEAD: TextStyle = { size: 8.5, weight: 'bold', colour: MUTED_COLOUR }
const SUM: TextStyle = { size: 11, weight: 'bold' }
/** Column widths as fractions: description, quantity, unit price, total. */
const COLUMNS = [0.52, 0.12, 0.18, 0.18] as const
const GAP = 8

/** Makes a receipt or credit note on A4 pages. Equal input produces equal bytes. */
export async function makeReceiptPdf(content: ReceiptContent, fonts: FontSource): Promise<Uint8Array<ArrayBuffer>> {
  const { title, municipality, language, issuedAt: instant } = content
  const sheets = { title, foot: title, author: municipality, language, at: instant, content: content }
  return makePagesPdf(sheets, fonts, (canvas) => buildReceiptBlocks(canvas, content))
}

function buildReceiptBlocks(canvas: Canvas, content: ReceiptContent): readonly PageBlock[] {
  const { pen } = canvas
  const { warning, municipality, title, amount, facts, lines, lackingCharacters } = content
  const sizes = { small: 8.5, answer: 11 }
  return [
    ...(warning === '' ? [] : [buildWarningBlock(canvas, warning)]),
    ...buildTextBlocks(canvas, municipality, MUNICIPALITY, { above: 10, isGlued: true }),
    buildRuleBlock(canvas, 5, ACCENT_COLOUR, 1.5),
    ...buildTextBlocks(canvas, title, TITLE, { above: 8, isGlued: true, type: 'H1' }),
    ...buildTextBlocks(canvas, amount, AMOUNT, { above: 6, isGlued: true }),
    ...buildFactBlocks(canvas, facts, sizes, { above: 14, isNarrow: false }),
    ...buildTextBlocks(canvas, lines.title, PART, { above: 26, isGlued: true, type: 'H2' }),
    ...buildTableBlocks(openTag(canvas, 'Table'), content),
    ...(pen.fonts.lacks ? buildTextBlocks(canvas, lackingCharacters, HEAD, { above: 16 }) : []),
  ]
}

function buildTableBlocks(canvas: Canvas, { lines, sums }: ReceiptContent): readonly PageBlock[] {
  return [
    buildRowBlock(canvas, lines.heads, { style: HEAD, isGlued: true, scope: 'Column' }),
    ...lines.rows.flatMap((row) => [
      buildRuleBlock(canvas, 4, LINE_COLOUR, 0.4),
      buildRowBlock(canvas, row, { style: CELL, isGlued: false, scope: 'Row' }),
    ]),
    buildRuleBlock(canvas, 6, STRONG_LINE_COLOUR, 0.8),
    ...sums.map(({ name, amount }, index) =>
      buildRowBlock(canvas, [name, '', '', amount], {
        style: index === sums.length - 1 ? SUM : CELL,
        isGlued: true,
        scope: 'Row',
      }),
    ),
  ]
}

/** Returns a framed warning, so that a test receipt is not mistaken for a real one. */
function buildWarningBlock(canvas: Canvas, warning: string): PageBlock {
  const { pen, frame, parent } = canvas
  const style: TextStyle = { size: 12, weight: 'bold', colour: WARNING }
  const lines = pen.lines(warning, frame.width - 2 * GAP, style)
  const height = lines.length * pen.lineHeight(style) + 2 * GAP
  const tag = addTag(parent, 'P')
  return {
    height,
    isGlued: true,
    draw: (top) => {
      pen.decorate(() => {
        pen.doc.setDrawColor(WARNING)
        pen.doc.setLineWidth(1.5)
        pen.doc.rect(frame.left, frame.top + top, frame.width, height)
        pen.doc.setDrawColor(TEXT_COLOUR)
      })
      pen.write(tag, lines, { x: frame.left + GAP, y: frame.top + top + GAP }, style)
    },
  }
}

function buildRuleBlock(canvas: Canvas, above: number, colour: string, thickness: number): PageBlock {
  const { pen, frame } = canvas
  return {
    height: 4,
    above,
    isGlued: true,
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, colour, thickness),
  }
}

type RowOptions = {
  readonly style: TextStyle
  readonly isGlued: boolean
  /** scope of the first cell, which is a heading: its row, or its column in the row of headings */
  readonly scope: NonNullable<TagDetails['scope']>
}

/** Returns a row of a receipt, with wrapped text on the left and right-aligned figures. */
function buildRowBlock(canvas: Canvas, cells: readonly string[], { style, isGlued, scope }: RowOptions): PageBlock {
  const { pen, frame, parent } = canvas
  const [first = '', ...figures] = cells
  // Without quantity and unit price, the text also uses their columns.
  const isSum = figures.slice(0, -1).every((figure) => figure === '')
  const lines = pen.lines(first, frame.width * (isSum ? 1 - COLUMNS[3] : COLUMNS[0]) - GAP, style)
  const row = addTag(parent, 'TR')
  const tag = addTag(row, 'TH', { scope, ...(isSum && { columns: COLUMNS.length - 1 }) })
  let right = frame.left + COLUMNS[0] * frame.width
  const written = figures.flatMap((figure, index) => {
    const width = (COLUMNS[index + 1] ?? 0) * frame.width
    right += width
    if (isSum && index < figures.length - 1) return []
    const line = fitOnLine(pen, figure, width, style)
    const cell = scope === 'Column' ? addTag(row, 'TH', { scope }) : addTag(row, 'TD')
    return [{ cell, line, x: right - Math.min(width - GAP, pen.width(line, style)) }]
  })
  return {
    height: lines.length * pen.lineHeight(style),
    above: 3,
    isGlued,
    draw: (top) => {
      const y = frame.top + top
      pen.write(tag, lines, { x: frame.left, y }, style)
      for (const { cell, line, x } of written) pen.write(cell, [line], { x, y }, style)
    },
  }
}
