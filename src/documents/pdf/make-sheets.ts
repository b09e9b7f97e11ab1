import type { Instant } from '#domain/kernel/index.ts'
import { paginateBlocks, type PageBlock } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { drawHeaderAndFooter } from './page-edges.ts'
import { A4_SIZE, closePdf, PAGE_MARGIN, openPdf } from './pdf-file.ts'
import type { ContentArea, Canvas } from './pen.ts'
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
  blocksFor: (canvas: Canvas) => readonly PageBlock[],
): Promise<Uint8Array<ArrayBuffer>> {
  const pen = await openPdf(language, fonts, content)
  const { doc, tagger } = pen
  const frame: ContentArea = { left: PAGE_MARGIN, width: A4_SIZE.width - 2 * PAGE_MARGIN, top: PAGE_MARGIN }
  const space = A4_SIZE.height - 2 * PAGE_MARGIN - EDGE
  const blocks = blocksFor({ pen, frame, parent: tagger.root })
  const pages = paginateBlocks(blocks, { first: space, further: space - EDGE })
  const root = doc.outline.add(null, toOneLine(title), { pageNumber: 1 })
  for (const [index, page] of pages.entries()) {
    pen.addPage(A4_SIZE.width, A4_SIZE.height)
    for (const { block, top } of page) {
      block.draw(top + (index > 0 ? EDGE : 0))
      if (block.heading !== undefined) doc.outline.add(root, block.heading, { pageNumber: index + 1 })
    }
    drawHeaderAndFooter(
      pen,
      { title, name: foot, isPortable: false },
      { frame, length: A4_SIZE.height, page: index + 1, pages: pages.length },
    )
  }
  return closePdf(pen, { title, author, at })
}
