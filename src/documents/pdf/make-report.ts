import type { Instant } from '#domain/kernel/index.ts'
import { pagesOf } from './flow.ts'
import { loadFonts, type FontSource } from './fonts.ts'
import { A4, fileIdOf, MARGIN } from './pages.ts'
import { drawEdges } from './page-edges.ts'
import { penFor, type Frame } from './pen.ts'
import { oneLine, plainText } from './plain-text.ts'
import type { Report } from './report.ts'
import { reportBlocks } from './report-blocks.ts'
import { textsOf } from './texts-of.ts'
import { withIdentity } from './with-identity.ts'

/** Of a further page's head, and of a page's foot. */
const EDGE = 28

/** Statistics as a PDF: tables whose rows have bars. Equal reports make equal bytes. @param language BCP 47 tag of the words on it */
export async function makeReport(
  report: Report,
  { language, at }: { readonly language: string; readonly at: Instant },
  fonts: FontSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const { jsPDF } = await import('jspdf')
  const doc = new jsPDF({ unit: 'pt', format: [A4.width, A4.height], compress: true, putOnlyUsedFonts: true })
  doc.deletePage(1)
  const pen = penFor(doc, await loadFonts(doc, fonts, textsOf(report).map(plainText)))
  const frame: Frame = { left: MARGIN, width: A4.width - 2 * MARGIN, top: MARGIN }
  const room = A4.height - 2 * MARGIN - EDGE
  const title = oneLine(report.title)
  const pages = pagesOf(reportBlocks(pen, frame, report), { first: room, further: room - EDGE })
  const root = doc.outline.add(null, title, { pageNumber: 1 })
  for (const [index, page] of pages.entries()) {
    doc.addPage([A4.width, A4.height], 'portrait')
    for (const { block, top } of page) {
      block.draw(top + (index > 0 ? EDGE : 0))
      if (block.heading !== undefined) doc.outline.add(root, block.heading, { pageNumber: index + 1 })
    }
    drawEdges(
      pen,
      { title: report.title, name: report.lines[0] ?? '', isPortable: false },
      { frame, length: A4.height, page: index + 1, pages: pages.length },
    )
  }
  doc.setProperties({ title, author: oneLine(report.municipality), creator: 'Relevo' })
  doc.setLanguage(language as Parameters<typeof doc.setLanguage>[0])
  doc.viewerPreferences({ DisplayDocTitle: true })
  doc.setCreationDate(new Date(at))
  doc.setFileId(fileIdOf(title))
  return withIdentity(new Uint8Array(doc.output('arraybuffer')))
}
