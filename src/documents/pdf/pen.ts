import type { jsPDF } from 'jspdf'
import type { PageBlock } from './flow.ts'
import type { Fonts, FontWeight } from './fonts.ts'
import { toOneLine, toPlainText } from './plain-text.ts'
import { addTag, type PageArea, type Tag, type TagDetails, type Tagger, type TagType, type TextType } from './tags.ts'

/** Matches each letter with its combining marks. */
const LETTER_PATTERN = /\P{M}\p{M}*|\p{M}+/gu

/** Matches what stays on one line: spaces, words, and East Asian characters with marks that no line begins with. */
const PIECE_PATTERN =
  /\s+|[/-]+|[「『（【]*[\u2e80-\uffef]\p{M}*[、。」』）】・：！？ー々っゃゅょッャュョ]*|[^\s/\u2e80-\uffef-]+[/-]*/gu

/** Returns the width of a text, in any unit. The width must be the sum of the widths of its characters. */
type MeasureText = (text: string) => number

/**
 * Breaks text at spaces, after hyphens and slashes, and between East Asian characters. Breaks within a word only if the
 * word is wider than a line; combining marks stay with their letters.
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
  let lineWidth = 0
  const end = (): void => {
    lines.push(line.trimEnd())
    line = ''
    lineWidth = 0
  }
  for (const piece of paragraph.match(PIECE_PATTERN) ?? []) {
    const more = measure(piece)
    if (piece.trim() === '') {
      // Spaces at the end of a line may exceed its width, and the next line does not start with them.
      if (line !== '') {
        line += piece
        lineWidth += more
      }
      continue
    }
    if (lineWidth + more > width && line !== '') end()
    if (more <= width) {
      line += piece
      lineWidth += more
      continue
    }
    for (const letter of piece.match(LETTER_PATTERN) ?? []) {
      const letterWidth = measure(letter)
      if (lineWidth + letterWidth > width && line !== '') end()
      line += letter
      lineWidth += letterWidth
    }
  }
  if (line.trim() !== '' || lines.length === 0) end()
  return lines
}

/** Cuts a text to fit on one line, with an ellipsis at the cut. */
export function truncateToWidth(text: string, width: number, measure: MeasureText): string {
  if (measure(text) <= width) return text
  let remainingWidth = width - measure('…')
  let fitting = ''
  for (const letter of text.match(LETTER_PATTERN) ?? []) {
    remainingWidth -= measure(letter)
    if (remainingWidth < 0) break
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
export type TextStyle = { readonly size: number; readonly weight?: FontWeight; readonly colour?: string }

/** Line height, and distance from the top of a line to its baseline, as multiples of the font size. */
const LINE_HEIGHT = 1.32
const BASELINE = 1.02
/** Width of outlines, as a multiple of the font size. */
const OUTLINE_WIDTH = 0.03

/** Horizontal line: its left end, its distance from the top of the page, and its length. Points. */
type Line = { readonly x: number; readonly y: number; readonly width: number }

/**
 * Writes on the current page. All lengths are in points, from the left and the top of the page. Everything belongs to
 * an element of the document's structure, or is decoration.
 */
export type Pen = {
  readonly doc: jsPDF
  readonly fonts: Fonts
  readonly tagger: Tagger
  addPage(width: number, height: number): void
  /** breaks a text into lines; a line ends with a space if the text continues with another word */
  lines(text: string, width: number, style: TextStyle): readonly string[]
  lineHeight(style: TextStyle): number
  /** distance from the top of a line to its baseline */
  baseline(style: TextStyle): number
  width(text: string, style: TextStyle): number
  /**
   * Writes lines below each other.
   * @param tag null: decoration
   * @returns distance of the end of the last line from the top of the page
   */
  write(tag: Tag | null, lines: readonly string[], at: Pick<Line, 'x' | 'y'>, style: TextStyle): number
  /** draws lines and areas without a meaning */
  decorate(draw: () => void): void
  /** draws a picture. @param tag null: decoration */
  draw(tag: Tag | null, area: PageArea, draw: () => void): void
  rule(line: Line, colour: string, thickness: number): void
}

export function createPen(doc: jsPDF, fonts: Fonts, tagger: Tagger): Pen {
  const measure =
    ({ size, weight = 'normal' }: TextStyle) =>
    (text: string) =>
      fonts.measure(text, weight, size)
  const writeLine = (
    line: string,
    { x, y }: Pick<Line, 'x' | 'y'>,
    { size, weight = 'normal', colour }: TextStyle,
  ): void => {
    let at = x
    for (const { family, text, weight: ownWeight } of fonts.runs(line, weight)) {
      doc.setFont(family, ownWeight)
      // Outlines make a font bold that has no bold.
      if (ownWeight !== weight) doc.setDrawColor(colour ?? TEXT_COLOUR).setLineWidth(size * OUTLINE_WIDTH)
      doc.text(text, at, y + size * BASELINE, ownWeight === weight ? {} : { renderingMode: 'fillThenStroke' })
      at += fonts.measure(text, weight, size)
    }
  }
  const decorate = (draw: () => void): void => {
    tagger.begin(null)
    draw()
  }
  return {
    doc,
    fonts,
    tagger,
    addPage: (width, height) => {
      tagger.end()
      doc.addPage([width, height], 'portrait')
    },
    lines: (text, width, style) => {
      const plain = toPlainText(text).trim()
      return restoreSpaces(plain, breakLines(plain, width, measure(style)))
    },
    lineHeight: ({ size }) => size * LINE_HEIGHT,
    baseline: ({ size }) => size * BASELINE,
    width: (text, style) => measure(style)(text),
    write: (tag, lines, { x, y }, style) => {
      tagger.begin(tag)
      doc.setFontSize(style.size)
      doc.setTextColor(style.colour ?? TEXT_COLOUR)
      let top = y
      for (const line of lines) {
        writeLine(line, { x, y: top }, style)
        top += style.size * LINE_HEIGHT
      }
      return top
    },
    decorate,
    draw: (tag, area, draw) => {
      tagger.begin(tag)
      if (tag !== null) tagger.outline(tag, area)
      draw()
    },
    rule: ({ x, y, width }, colour, thickness) =>
      decorate(() => {
        doc.setDrawColor(colour)
        doc.setLineWidth(thickness)
        doc.line(x, y, x + width, y)
      }),
  }
}

/**
 * Adds a space to each line that ends between two words. Without it, readers of the structure would join the last word
 * of a line and the first of the next.
 */
function restoreSpaces(text: string, lines: readonly string[]): readonly string[] {
  let end = 0
  return lines.map((line) => {
    end = text.indexOf(line, end) + line.length
    return line !== '' && /\s/.test(text.charAt(end)) ? `${line} ` : line
  })
}

/** Content area of a page, in points. */
export type ContentArea = { readonly left: number; readonly width: number; readonly top: number }

/** A pen, the area of the page where it writes, and the element of the structure that contains what it writes. */
export type Canvas = { readonly pen: Pen; readonly frame: ContentArea; readonly parent: Tag }

/** Returns a canvas for the content of a new element. */
export function openTag(canvas: Canvas, type: TagType, details: TagDetails = {}): Canvas {
  return { ...canvas, parent: addTag(canvas.parent, type, details) }
}

type TextOptions = {
  readonly above?: number
  /** whether to keep the last line on the same page as the next block */
  readonly isGlued?: boolean
  /** target of a link on each line */
  readonly link?: string | undefined
  /** structure type; a paragraph by default */
  readonly type?: TextType | undefined
  /** text that is read instead of this one */
  readonly spoken?: string | undefined
  /** BCP 47 tag of a language other than the document's, for screen readers */
  readonly language?: string | undefined
}

/** Returns a text as blocks of one line each. A first or last line is never alone on a page. */
export function buildTextBlocks(
  canvas: Canvas,
  text: string,
  style: TextStyle,
  options: TextOptions = {},
): readonly PageBlock[] {
  const { pen, frame, parent } = canvas
  const { above = 0, isGlued = false, link: url, type = 'P', language, spoken } = options
  const lines = pen.lines(text, frame.width, style)
  const height = pen.lineHeight(style)
  const paragraph = addTag(parent, type, { language, spoken })
  const tag = url === undefined ? paragraph : addTag(paragraph, 'Link')
  return lines.map((line, index) => ({
    height,
    above: index === 0 ? above : 0,
    isGlued: index === lines.length - 1 ? isGlued : index === 0 || index === lines.length - 2,
    draw: (top) => {
      const [x, y] = [frame.left, frame.top + top]
      pen.write(tag, [line], { x, y }, style)
      if (url === undefined) return
      const width = pen.width(line.trimEnd(), style)
      pen.rule({ x, y: y + style.size * (BASELINE + 0.12), width }, style.colour ?? TEXT_COLOUR, 0.5)
      pen.tagger.link(tag, { x, y, width, height }, { url, text })
    },
  }))
}

/** Returns a text on one line that is cut if it is too long. */
export function fitOnLine(pen: Pen, text: string, width: number, style: TextStyle): string {
  return truncateToWidth(toOneLine(text), width, (part) => pen.width(part, style))
}
