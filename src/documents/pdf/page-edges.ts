import type { PdfContent } from '#domain/pdf/index.ts'
import { fitOnLine, LINE_COLOUR, MUTED_COLOUR, type ContentArea, type Pen, type TextStyle } from './pen.ts'

const STYLE: TextStyle = { size: 8, colour: MUTED_COLOUR }

type PagePosition = {
  readonly frame: ContentArea
  readonly length: number
  readonly page: number
  readonly pages: number
}

/**
 * Draws header and footer, so that loose pages can be sorted. The title is on top of all pages but the first, and
 * omitted on a roll; code and page number are at the foot. Screen readers skip them.
 */
export function drawHeaderAndFooter(
  pen: Pen,
  content: Pick<PdfContent, 'title' | 'name' | 'isPortable'>,
  { frame, length, page, pages }: PagePosition,
): void {
  const { left, width, top } = frame
  const count = `${page} / ${pages}`
  const pageNumberWidth = pen.width(count, STYLE)
  const half = width / 2
  if (page > 1 && !content.isPortable) {
    pen.write(null, [fitOnLine(pen, content.title, width, STYLE)], { x: left, y: top }, STYLE)
    pen.rule({ x: left, y: top + 14, width }, LINE_COLOUR, 0.5)
  }
  const foot = length - top + (content.isPortable ? -6 : 4)
  pen.write(null, [fitOnLine(pen, content.name, half, STYLE)], { x: left, y: foot }, STYLE)
  pen.write(null, [count], { x: left + width - pageNumberWidth, y: foot }, STYLE)
}
