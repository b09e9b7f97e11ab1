import { wrap } from 'comlink'
import type { Report } from '#documents/pdf/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { catchWorkerFailures } from '../worker-outcomes.ts'
import type { ReportWorkerApi, ReportSetting } from './report-worker.ts'

/**
 * Writes a report in a worker.
 * @returns network.unreachable when the library cannot be loaded, device.file-failed when the worker fails
 */
export async function writeReport(report: Report, setting: ReportSetting): Promise<Result<Blob>> {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await catchWorkerFailures(worker)(wrap<ReportWorkerApi>(worker).make(report, setting))
  } finally {
    worker.terminate()
  }
}
