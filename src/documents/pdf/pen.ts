import type { jsPDF } from 'jspdf'
import { breakLines, cutToFit } from './break-lines.ts'
import type { Block } from './flow.ts'
import type { Fonts, Weight } from './fonts.ts'
import { oneLine, plainText } from './plain-text.ts'

export const INK = '#0e1b1c'
export const SOFT = '#40504f'
export const LINE = '#c7d2d2'
export const STRONG_LINE = '#7b8d8e'
export const ACCENT = '#075c5f'

/** Points. */
export type Style = { readonly size: number; readonly weight?: Weight; readonly colour?: string }

/** From the top of a line to its foot, and to where letters stand. */
const LINE_HEIGHT = 1.32
const BASELINE = 1.02

/** Writes on the current page. All lengths are points, from the left and from the top of the page. */
export type Pen = {
  readonly doc: jsPDF
  readonly fonts: Fonts
  lines(text: string, width: number, style: Style): readonly string[]
  lineHeight(style: Style): number
  /** from the top of a line to where its letters stand */
  baseline(style: Style): number
  width(text: string, style: Style): number
  write(line: string, x: number, top: number, style: Style): void
  /** what `draw` writes is in this language; undefined: in the document's */
  marked(tag: string | undefined, draw: () => void): void
  rule(x: number, y: number, width: number, colour: string, thickness: number): void
}

export function penFor(doc: jsPDF, fonts: Fonts): Pen {
  const measure =
    ({ size, weight = 'normal' }: Style) =>
    (text: string) =>
      fonts.measure(text, weight, size)
  return {
    doc,
    fonts,
    lines: (text, width, style) => breakLines(plainText(text).trim(), width, measure(style)),
    lineHeight: ({ size }) => size * LINE_HEIGHT,
    baseline: ({ size }) => size * BASELINE,
    width: (text, style) => measure(style)(text),
    write: (line, x, top, { size, weight = 'normal', colour = INK }) => {
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
      // Part of what jsPDF gives to its own plugins, which its types leave out.
      const { write } = doc.internal as unknown as { readonly write: (operator: string) => void }
      if (tag !== undefined) write(`/Span <</Lang (${tag})>> BDC`)
      draw()
      if (tag !== undefined) write('EMC')
    },
    rule: (x, y, width, colour, thickness) => {
      doc.setDrawColor(colour)
      doc.setLineWidth(thickness)
      doc.line(x, y, x + width, y)
    },
  }
}

/** Where the content of a page stands. */
export type Frame = { readonly left: number; readonly width: number; readonly top: number }

type TextOptions = {
  readonly above?: number
  /** its last line is glued to what follows */
  readonly isGlued?: boolean
  readonly indent?: number
  /** each line leads there */
  readonly link?: string | undefined
  /** BCP 47 tag of a language that is not the document's: what reads it aloud goes by it */
  readonly tag?: string | undefined
}

/** A text as blocks, one a line. No single line of it is left at the foot or at the head of a page. */
export function textBlocks(
  pen: Pen,
  frame: Frame,
  text: string,
  style: Style,
  options: TextOptions = {},
): readonly Block[] {
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
      pen.rule(x, y + style.size * (BASELINE + 0.12), width, style.colour ?? INK, 0.5)
      pen.doc.link(x, y, width, height, { url: link })
    },
  }))
}

/** One line of it at a place, cut where it does not fit. */
export function writeCut(pen: Pen, text: string, x: number, top: number, width: number, style: Style): void {
  pen.write(
    cutToFit(oneLine(text), width, (part) => pen.width(part, style)),
    x,
    top,
    style,
  )
}
