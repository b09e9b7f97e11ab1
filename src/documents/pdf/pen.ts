import type { jsPDF } from 'jspdf'
import type { Block } from './flow.ts'
import type { Fonts, Weight } from './fonts.ts'
import { toOneLine, toPlainText } from './plain-text.ts'

/** Matches each letter with its combining marks. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu

/** Returns the width of a text, in any unit. The width must be the sum of the widths of its characters. */
type MeasureText = (text: string) => number

/**
 * Breaks text at spaces, and after hyphens and slashes. Breaks within a word only if the word is wider than a line;
 * combining marks stay with their letters.
 * @param text as returned by `toPlainText`
 * @returns at least one line; no line is wider than `width`, except a single character that is wider
 */
export function breakLines(text: string, width: number, measure: MeasureText): readonly string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph.trimEnd(), width, measure))
}

function breakParagraph(paragraph: string, width: number, measure: MeasureText): readonly string[] {
  if (measure(paragraph) <= width) return [paragraph]
  const lines: string[] = []
  let line = ''
  let wide = 0
  const end = (): void => {
    lines.push(line.trimEnd())
    line = ''
    wide = 0
  }
  for (const piece of paragraph.match(/\s+|[/-]+|[^\s/-]+[/-]*/g) ?? []) {
    const more = measure(piece)
    if (piece.trim() === '') {
      // Spaces at the end of a line may exceed its width, and the next line does not start with them.
      if (line !== '') {
        line += piece
        wide += more
      }
      continue
    }
    if (wide + more > width && line !== '') end()
    if (more <= width) {
      line += piece
      wide += more
      continue
    }
    for (const letter of piece.match(LETTERS) ?? []) {
      const letterWide = measure(letter)
      if (wide + letterWide > width && line !== '') end()
      line += letter
      wide += letterWide
    }
  }
  if (line.trim() !== '' || lines.length === 0) end()
  return lines
}

/** Cuts a text to fit on one line, with an ellipsis at the cut. */
export function truncateToWidth(text: string, width: number, measure: MeasureText): string {
  if (measure(text) <= width) return text
  let space = width - measure('…')
  let fitting = ''
  for (const letter of text.match(LETTERS) ?? []) {
    space -= measure(letter)
    if (space < 0) break
    fitting += letter
  }
  return `${fitting.trimEnd()}…`
}

export const TEXT_COLOUR = '#0e1b1c'
export const MUTED_COLOUR = '#445556'
export const LINE_COLOUR = '#c7d2d2'
export const STRONG_LINE_COLOUR = '#7b8d8e'
export const ACCENT_COLOUR = '#075c5f'

/** Font size in points, weight and colour. */
export type Style = { readonly size: number; readonly weight?: Weight; readonly colour?: string }

/** Line height, and distance from the top of a line to its baseline, as multiples of the font size. */
const LINE_HEIGHT = 1.32
const BASELINE = 1.02

/** Horizontal line: its left end, its distance from the top of the page, and its length. Points. */
type Line = { readonly x: number; readonly y: number; readonly width: number }

/** Writes on the current page. All lengths are in points, from the left and the top of the page. */
export type Pen = {
  readonly doc: jsPDF
  readonly fonts: Fonts
  lines(text: string, width: number, style: Style): readonly string[]
  lineHeight(style: Style): number
  /** distance from the top of a line to its baseline */
  baseline(style: Style): number
  width(text: string, style: Style): number
  write(line: string, x: number, top: number, style: Style): void
  /** marks the text that `draw` writes as being in this language; if undefined, in the document's language */
  marked(tag: string | undefined, draw: () => void): void
  rule(line: Line, colour: string, thickness: number): void
}

export function createPen(doc: jsPDF, fonts: Fonts): Pen {
  const measure =
    ({ size, weight = 'normal' }: Style) =>
    (text: string) =>
      fonts.measure(text, weight, size)
  return {
    doc,
    fonts,
    lines: (text, width, style) => breakLines(toPlainText(text).trim(), width, measure(style)),
    lineHeight: ({ size }) => size * LINE_HEIGHT,
    baseline: ({ size }) => size * BASELINE,
    width: (text, style) => measure(style)(text),
    write: (line, x, top, { size, weight = 'normal', colour = TEXT_COLOUR }) => {
      doc.setFontSize(size)
      doc.setTextColor(colour)
      let at = x
      for (const { family, text } of fonts.runs(line, weight)) {
        doc.setFont(family, weight)
        doc.text(text, at, top + size * BASELINE)
        at += fonts.measure(text, weight, size)
      }
    },
    marked: (tag, draw) => {
      // jsPDF's internal function for plugins, which its types lack.
      const { write } = doc.internal as unknown as { readonly write: (operator: string) => void }
      if (tag !== undefined) write(`/Span <</Lang (${tag})>> BDC`)
      draw()
      if (tag !== undefined) write('EMC')
    },
    rule: ({ x, y, width }, colour, thickness) => {
      doc.setDrawColor(colour)
      doc.setLineWidth(thickness)
      doc.line(x, y, x + width, y)
    },
  }
}

/** Content area of a page, in points. */
export type Frame = { readonly left: number; readonly width: number; readonly top: number }

/** A pen, and the area of the page where it writes. */
export type Canvas = { readonly pen: Pen; readonly frame: Frame }

type TextOptions = {
  readonly above?: number
  /** whether to keep the last line on the same page as the next block */
  readonly isGlued?: boolean
  readonly indent?: number
  /** target of a link on each line */
  readonly link?: string | undefined
  /** BCP 47 tag of a language other than the document's, for screen readers */
  readonly tag?: string | undefined
}

/** Returns a text as blocks of one line each. A first or last line is never alone on a page. */
export function buildTextBlocks(
  canvas: Canvas,
  text: string,
  style: Style,
  options: TextOptions = {},
): readonly Block[] {
  const { pen, frame } = canvas
  const { above = 0, isGlued = false, indent = 0, link, tag } = options
  const lines = pen.lines(text, frame.width - indent, style)
  const height = pen.lineHeight(style)
  return lines.map((line, index) => ({
    height,
    above: index === 0 ? above : 0,
    isGlued: index === lines.length - 1 ? isGlued : index === 0 || index === lines.length - 2,
    draw: (top) => {
      const [x, y] = [frame.left + indent, frame.top + top]
      pen.marked(tag, () => pen.write(line, x, y, style))
      if (link === undefined) return
      const width = pen.width(line, style)
      pen.rule({ x, y: y + style.size * (BASELINE + 0.12), width }, style.colour ?? TEXT_COLOUR, 0.5)
      pen.doc.link(x, y, width, height, { url: link })
    },
  }))
}

/** Writes a text on one line, and cuts it if it is too long. */
export function writeTruncated(pen: Pen, text: string, { x, y, width }: Line, style: Style): void {
  pen.write(
    truncateToWidth(toOneLine(text), width, (part) => pen.width(part, style)),
    x,
    y,
    style,
  )
}
