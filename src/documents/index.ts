import { transfer, wrap } from 'comlink'
import { refuse, type Result } from '#domain/kernel/index.ts'
import type { ImportedForm } from './import-form.ts'
import type { Reader } from './reader-worker.ts'

export type { ImportedForm }
export { writeAuditCsv } from './audit-csv.ts'
export { EXPORT_FORMATS, type ExportFormat } from './export/export-format.ts'
export { openExport, type OpenExport } from './export/open-export.ts'
export type { Written } from './export/write-export.ts'
export { writePdf } from './pdf-file/write-pdf.ts'
export { writeReport } from './report-file/write-report.ts'
export type { ReportFormat } from './report-file/report-worker.ts'
export { readUsersCsv, writeUsersCsv } from './users-csv.ts'

/** A file that takes its reader so long is none that anybody made a form with. Milliseconds. */
const PATIENCE = 20_000

/**
 * Makes a form of a chosen file in a worker: a large workbook keeps no screen waiting.
 * @param bytes gone from here afterwards
 * @returns `network.unreachable` when the reader is not here, `import.too-slow` when ended; else as in `import-form.ts`
 */
export async function importForm(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Result<ImportedForm>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' })
  try {
    const missing = new Promise<Result<never>>((resolve) => {
      worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
    })
    const late = new Promise<Result<never>>((resolve) => {
      timer = setTimeout(() => resolve(refuse('import.too-slow', { seconds: PATIENCE / 1000 })), PATIENCE)
    })
    return await Promise.race([wrap<Reader>(worker).importForm(transfer(bytes, [bytes.buffer]), name), missing, late])
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
