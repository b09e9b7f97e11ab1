import { expose } from 'comlink'
import type { Report } from '#documents/pdf/index.ts'
import type { Instant } from '#domain/kernel/index.ts'

export type ReportFormat = 'pdf' | 'xlsx'
/** `at`: time of the figures. `language`: BCP 47 tag. */
export type ReportSetting = { readonly format: ReportFormat; readonly language: string; readonly at: Instant }

const reporter = {
  make: async (report: Report, { format, language, at }: ReportSetting): Promise<Blob> => {
    if (format === 'xlsx') return (await import('./report-workbook.ts')).writeReportWorkbook(report)
    const [{ makeReportPdf: makeReport }, { loadBrowserFont }] = await Promise.all([
      import('#documents/pdf/index.ts'),
      import('../pdf-file/browser-fonts.ts'),
    ])
    return new Blob([await makeReport(report, { language, at }, loadBrowserFont)], { type: 'application/pdf' })
  },
}
export type ReportWorkerApi = typeof reporter

expose(reporter)
