import type { ReceiptContent } from '#domain/pdf/index.ts'
import { buildFactBlocks } from './fact-blocks.ts'
import type { Block } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { makePagesPdf } from './make-sheets.ts'
import {
  ACCENT_COLOUR,
  TEXT_COLOUR,
  LINE_COLOUR,
  MUTED_COLOUR,
  STRONG_LINE_COLOUR,
  buildTextBlocks,
  writeTruncated,
  type Style,
  type Canvas,
} from './pen.ts'
import { toOneLine } from './plain-text.ts'
import { collectTexts } from './collect-texts.ts'

const WARNING = '#b3261e'
const MUNICIPALITY: Style = { size: 13, weight: 'bold' }
const TITLE: Style = { size: 18, weight: 'bold' }
const AMOUNT: Style = { size: 26, weight: 'bold' }
const PART: Style = { size: 13, weight: 'bold', colour: ACCENT_COLOUR }
const CELL: Style = { size: 10 }
const HEAD: Style = { size: 8.5, weight: 'bold', colour: MUTED_COLOUR }
const SUM: Style = { size: 11, weight: 'bold' }
/** Column widths as fractions: description, quantity, unit price, total. */
const COLUMNS = [0.52, 0.12, 0.18, 0.18] as const
const GAP = 8

/** Makes a receipt or credit note on A4 pages. Equal input produces equal bytes. */
export async function makeReceiptPdf(paper: ReceiptContent, fonts: FontSource): Promise<Uint8Array<ArrayBuffer>> {
  const { title, municipality, language, issuedAt: instant } = paper
  const sheets = { title, foot: title, author: municipality, language, at: instant, texts: collectTexts(paper) }
  return makePagesPdf(sheets, fonts, (canvas) => receiptBlocks(canvas, paper))
}

function receiptBlocks(canvas: Canvas, paper: ReceiptContent): readonly Block[] {
  const { pen } = canvas
  const { warning, municipality, title, amount, facts, lines, sums, lackingCharacters } = paper
  const sizes = { small: 8.5, answer: 11 }
  return [
    ...(warning === '' ? [] : [warningBlock(canvas, warning)]),
    ...buildTextBlocks(canvas, municipality, MUNICIPALITY, { above: 10, isGlued: true }),
    ruleBlock(canvas, 5, ACCENT_COLOUR, 1.5),
    ...buildTextBlocks(canvas, title, TITLE, { above: 8, isGlued: true }),
    ...buildTextBlocks(canvas, amount, AMOUNT, { above: 6, isGlued: true }),
    ...buildFactBlocks(canvas, facts, sizes, { above: 14, isNarrow: false }),
    ...buildTextBlocks(canvas, lines.title, PART, { above: 26, isGlued: true }),
    rowBlock(canvas, lines.heads, HEAD, true),
    ...lines.rows.flatMap((row) => [ruleBlock(canvas, 4, LINE_COLOUR, 0.4), rowBlock(canvas, row, CELL, false)]),
    ruleBlock(canvas, 6, STRONG_LINE_COLOUR, 0.8),
    ...sums.map(({ name, amount: together }, index) =>
      rowBlock(canvas, [name, '', '', together], index === sums.length - 1 ? SUM : CELL, true),
    ),
    ...(pen.fonts.lacks ? buildTextBlocks(canvas, lackingCharacters, HEAD, { above: 16 }) : []),
  ]
}

/** Returns a framed warning, so that a test receipt is not mistaken for a real one. */
function warningBlock(canvas: Canvas, warning: string): Block {
  const { pen, frame } = canvas
  const style: Style = { size: 12, weight: 'bold', colour: WARNING }
  const lines = pen.lines(warning, frame.width - 2 * GAP, style)
  const height = lines.length * pen.lineHeight(style) + 2 * GAP
  return {
    height,
    isGlued: true,
    draw: (top) => {
      pen.doc.setDrawColor(WARNING)
      pen.doc.setLineWidth(1.5)
      pen.doc.rect(frame.left, frame.top + top, frame.width, height)
      for (const [index, line] of lines.entries())
        pen.write(line, frame.left + GAP, frame.top + top + GAP + index * pen.lineHeight(style), style)
      pen.doc.setDrawColor(TEXT_COLOUR)
    },
  }
}

function ruleBlock(canvas: Canvas, above: number, colour: string, thickness: number): Block {
  const { pen, frame } = canvas
  return {
    height: 4,
    above,
    isGlued: true,
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, colour, thickness),
  }
}

/** Returns a row of a receipt, with wrapped text on the left and right-aligned figures. */
function rowBlock(canvas: Canvas, cells: readonly string[], style: Style, isGlued: boolean): Block {
  const { pen, frame } = canvas
  const [first = '', ...figures] = cells
  // Without quantity and unit price, the text also uses their space.
  const share = figures.slice(0, -1).every((figure) => figure === '') ? 1 - COLUMNS[3] : COLUMNS[0]
  const lines = pen.lines(first, frame.width * share - GAP, style)
  return {
    height: lines.length * pen.lineHeight(style),
    above: 3,
    isGlued,
    draw: (top) => {
      const y = frame.top + top
      for (const [index, line] of lines.entries()) pen.write(line, frame.left, y + index * pen.lineHeight(style), style)
      let right = COLUMNS[0]
      for (const [index, figure] of figures.entries()) {
        const width = (COLUMNS[index + 1] ?? 0) * frame.width
        right += COLUMNS[index + 1] ?? 0
        const wide = Math.min(width - GAP, pen.width(toOneLine(figure), style))
        writeTruncated(pen, figure, { x: frame.left + right * frame.width - wide, y, width }, style)
      }
    },
  }
}
