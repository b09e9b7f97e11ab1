import { transfer, wrap } from 'comlink'
import { refuse, type Result } from '#domain/kernel/index.ts'
import type { ImportedForm } from './import-form.ts'
import type { ReaderWorkerApi } from './reader-worker.ts'

export type { ImportedForm }
export { writeAuditCsv, writeTableCsv } from './audit-csv.ts'
export { EXPORT_FORMATS, type ExportFormat } from './export/export-format.ts'
export { openExport, type RunningExport } from './export/running-export.ts'
export type { WrittenExport } from './export/write-export.ts'
export { writePdf } from './pdf-file/write-pdf.ts'
export { writeReport } from './report-file/write-report.ts'
export type { ReportFormat } from './report-file/report-worker.ts'
export { readUsersCsv, writeUsersCsv } from './users-csv.ts'

/** Timeout for reading a form file in milliseconds; no real file takes longer. */
const READ_TIMEOUT_MS = 20_000

/**
 * Builds a form from a chosen file in a worker, so that a large workbook does not block the screen.
 * @param bytes transferred to the worker, so the caller's array is then empty
 * @returns `network.unreachable` when the worker cannot be loaded, `import.too-slow` after a timeout, or a problem of
 * `import-form.ts`
 */
export async function importForm(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Result<ImportedForm>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' })
  try {
    const missing = new Promise<Result<never>>((resolve) => {
      worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
    })
    const late = new Promise<Result<never>>((resolve) => {
      timer = setTimeout(() => resolve(refuse('import.too-slow', { seconds: READ_TIMEOUT_MS / 1000 })), READ_TIMEOUT_MS)
    })
    return await Promise.race([
      wrap<ReaderWorkerApi>(worker).importForm(transfer(bytes, [bytes.buffer]), name),
      missing,
      late,
    ])
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
