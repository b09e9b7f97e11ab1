import { getLanguageTag, type Instant } from '#domain/kernel/index.ts'
import { paginateBlocks, type Block } from './flow.ts'
import { loadFonts, type FontSource } from './fonts.ts'
import { A4, computeFileId, MARGIN } from './pages.ts'
import { drawHeaderAndFooter } from './page-edges.ts'
import { createPen, type Frame, type Canvas } from './pen.ts'
import { toOneLine, toPlainText } from './plain-text.ts'
import { fixCharacterCollectionName } from './with-identity.ts'

/** Height of the header of all pages but the first, and of all footers, in points. */
const EDGE = 28

export type PdfSetting = {
  readonly title: string
  /** text at the foot of each page */
  readonly foot: string
  readonly author: string
  /** BCP 47 tag of the document's language */
  readonly language: string
  readonly at: Instant
  /** all texts of the document, to find the fonts it needs */
  readonly texts: readonly string[]
}

/** Makes a PDF of A4 pages from blocks. Equal input produces equal bytes. */
export async function makePagesPdf(
  { title, foot, author, language, at, texts }: PdfSetting,
  fonts: FontSource,
  blocksFor: (canvas: Canvas) => readonly Block[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { jsPDF } = await import('jspdf')
  const doc = new jsPDF({ unit: 'pt', format: [A4.width, A4.height], compress: true, putOnlyUsedFonts: true })
  doc.deletePage(1)
  const pen = createPen(doc, await loadFonts(doc, fonts, texts.map(toPlainText)))
  const frame: Frame = { left: MARGIN, width: A4.width - 2 * MARGIN, top: MARGIN }
  const space = A4.height - 2 * MARGIN - EDGE
  const name = toOneLine(title)
  const pages = paginateBlocks(blocksFor({ pen, frame }), { first: space, further: space - EDGE })
  const root = doc.outline.add(null, name, { pageNumber: 1 })
  for (const [index, page] of pages.entries()) {
    doc.addPage([A4.width, A4.height], 'portrait')
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
  doc.setProperties({ title: name, author: toOneLine(author), creator: 'Relevo' })
  doc.setLanguage(getLanguageTag(language) as Parameters<typeof doc.setLanguage>[0])
  doc.viewerPreferences({ DisplayDocTitle: true })
  doc.setCreationDate(new Date(at))
  doc.setFileId(computeFileId(name))
  return fixCharacterCollectionName(new Uint8Array(doc.output('arraybuffer')))
}
