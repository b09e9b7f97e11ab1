import type { Instant } from '#domain/kernel/index.ts'
import type { PdfContent, PdfImage } from '#domain/pdf/index.ts'
import { buildBlocks } from './build-blocks.ts'
import type { LoadPicture } from './drawing.ts'
import { sumBlockHeights, paginateBlocks, type PlacedBlock } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { drawHeaderAndFooter } from './page-edges.ts'
import { A4_SIZE, closePdf, PAGE_MARGIN, POINTS_PER_MM, openPdf } from './pdf-file.ts'
import type { ContentArea, Pen } from './pen.ts'
import type { Picture } from './picture.ts'
import { toOneLine } from './plain-text.ts'
import { addTag } from './tags.ts'

export type PdfRequest = {
  readonly papers: readonly [PdfContent, ...PdfContent[]]
  /** BCP 47 tag of the document's language */
  readonly language: string
  /** origin of links to files, such as `https://forms.example.org`; if empty, there are no links */
  readonly origin: string
  readonly at: Instant
}

/** Functions that differ between a browser worker and Node. */
export type PdfPorts = {
  readonly fonts: FontSource
  /** @param width width in pixels; returns null when the picture is not available or invalid */
  readonly picture: (image: PdfImage, width: number) => Promise<Picture | null>
}

export type MadePdf = { readonly bytes: Uint8Array<ArrayBuffer>; readonly pages: number }

/** Height of a footer, and of the header on all pages but the first, in points. */
const EDGE = 10 * POINTS_PER_MM
/** Paper of a portable printer, in points. Its length follows the answer, within the limits of PDF. */
const ROLL = { width: 80 * POINTS_PER_MM, margin: 4 * POINTS_PER_MM, shortest: 100 * POINTS_PER_MM, longest: 14_000 }

/**
 * Makes one PDF of several documents. Each starts on a new page and has its own page numbers. Equal requests produce
 * equal bytes.
 */
export async function makePdf({ papers, language, origin, at }: PdfRequest, ports: PdfPorts): Promise<MadePdf> {
  const [first] = papers
  const pen = await openPdf(language, ports.fonts, papers)
  for (const content of papers) await drawPaper(pen, content, { language, origin, picture: ports.picture })
  const title = papers.length === 1 ? `${first.name} · ${first.title}` : first.title
  const bytes = await closePdf(pen, { title, author: first.letterhead.municipality, at })
  return { bytes, pages: pen.doc.getNumberOfPages() }
}

type DrawingSetting = { readonly language: string; readonly origin: string; readonly picture: PdfPorts['picture'] }

async function drawPaper(pen: Pen, content: PdfContent, { language, origin, picture }: DrawingSetting): Promise<void> {
  const { doc, tagger } = pen
  const pictures: LoadPicture = async (image, width) => picture(image, Math.round((width / 72) * DOTS_PER_INCH))
  const before = doc.getNumberOfPages()
  const margin = content.isPortable ? ROLL.margin : PAGE_MARGIN
  const width = content.isPortable ? ROLL.width : A4_SIZE.width
  const frame: ContentArea = { left: margin, width: width - 2 * margin, top: margin }
  const blocks = await buildBlocks({ pen, frame, parent: addTag(tagger.root, 'Art') }, content, {
    language,
    origin,
    pictures,
  })
  const length = content.isPortable
    ? Math.min(ROLL.longest, Math.max(ROLL.shortest, sumBlockHeights(blocks) + 2 * margin))
    : A4_SIZE.height
  const space = length - 2 * margin - (content.isPortable ? 0 : EDGE)
  const pages = paginateBlocks(blocks, { first: space, further: content.isPortable ? space : space - EDGE })
  for (const [index, page] of pages.entries()) {
    pen.addPage(width, length)
    const edgeHeight = index > 0 && !content.isPortable ? EDGE : 0
    drawPage(page, edgeHeight)
    if (!content.isPortable || pages.length > 1)
      drawHeaderAndFooter(pen, content, { frame, length, page: index + 1, pages: pages.length })
  }
  addOutline(pen, content, pages, before)
}

/** Print resolution of pictures; a tablet's photo has four times as many pixels. */
const DOTS_PER_INCH = 200

function drawPage(page: readonly PlacedBlock[], down: number): void {
  for (const { block, top } of page) block.draw(top + down)
}

/** Adds a document and its sections to the PDF outline. */
function addOutline(
  { doc }: Pen,
  content: PdfContent,
  pages: readonly (readonly PlacedBlock[])[],
  before: number,
): void {
  const name = `${toOneLine(content.name)} · ${toOneLine(content.title)}`
  const root = doc.outline.add(null, name, { pageNumber: before + 1 })
  for (const [index, page] of pages.entries())
    for (const { block } of page)
      if (block.heading !== undefined) doc.outline.add(root, block.heading, { pageNumber: before + index + 1 })
}
