import type { Instant } from '#domain/kernel/index.ts'
import type { FontSource } from './fonts.ts'
import { makePagesPdf } from './make-sheets.ts'
import type { Report } from './report.ts'
import { reportBlocks } from './report-blocks.ts'
import { collectTexts } from './texts-of.ts'

/**
 * Makes a PDF of statistics: tables with bars in their rows. Equal reports produce equal bytes.
 * @param language BCP 47 tag
 */
export async function makeReportPdf(
  report: Report,
  { language, at }: { readonly language: string; readonly at: Instant },
  fonts: FontSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, lines, municipality: author } = report
  const sheets = { title, foot: lines[0] ?? '', author, language, at, texts: collectTexts(report) }
  return makePagesPdf(sheets, fonts, (canvas) => reportBlocks(canvas, report))
}
