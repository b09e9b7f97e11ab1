import type { Instant } from '#domain/kernel/index.ts'
import { paginateBlocks, type Block } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { drawHeaderAndFooter } from './page-edges.ts'
import { A4, closePdf, MARGIN, openPdf } from './pdf-file.ts'
import type { Frame, Canvas } from './pen.ts'
import { toOneLine } from './plain-text.ts'

/** Height of a footer, and of the header on all pages but the first, in points. */
const EDGE = 28

export type PagesPdfOptions = {
  readonly title: string
  /** text at the foot of each page */
  readonly foot: string
  readonly author: string
  /** BCP 47 tag of the document's language */
  readonly language: string
  readonly at: Instant
  /** all texts of the document, to find the fonts it needs */
  readonly content: object
}

/** Makes a PDF of A4 pages from blocks. Equal input produces equal bytes. */
export async function makePagesPdf(
  { title, foot, author, language, at, content }: PagesPdfOptions,
  fonts: FontSource,
  blocksFor: (canvas: Canvas) => readonly Block[],
): Promise<Uint8Array<ArrayBuffer>> {
  const pen = await openPdf(language, fonts, content)
  const { doc, tagger } = pen
  const frame: Frame = { left: MARGIN, width: A4.width - 2 * MARGIN, top: MARGIN }
  const space = A4.height - 2 * MARGIN - EDGE
  const blocks = blocksFor({ pen, frame, parent: tagger.root })
  const pages = paginateBlocks(blocks, { first: space, further: space - EDGE })
  const root = doc.outline.add(null, toOneLine(title), { pageNumber: 1 })
  for (const [index, page] of pages.entries()) {
    pen.addPage(A4.width, A4.height)
    for (const { block, top } of page) {
      block.draw(top + (index > 0 ? EDGE : 0))
      if (block.heading !== undefined) doc.outline.add(root, block.heading, { pageNumber: index + 1 })
    }
    drawHeaderAndFooter(
      pen,
      { title, name: foot, isPortable: false },
      { frame, length: A4.height, page: index + 1, pages: pages.length },
    )
  }
  return closePdf(pen, { title, author, at })
}
