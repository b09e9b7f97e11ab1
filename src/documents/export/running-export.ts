import { proxy, wrap } from 'comlink'
import type { ExportBatch } from '#domain/exports/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { catchWorkerFailures } from '../worker-outcomes.ts'
import type { ExportWorkerApi, ExportSetting } from './export-worker.ts'
import type { ExportFormat } from './export-format.ts'
import type { ReportExportProgress, WrittenExport } from './write-export.ts'

/**
 * An export in a worker. Refuses with network.unreachable if the worker cannot be loaded, and with device.file-failed
 * if the export fails.
 */
export type RunningExport = {
  readonly add: (batch: ExportBatch) => Promise<Result<void>>
  readonly finish: (format: ExportFormat, progress: ReportExportProgress) => Promise<Result<WrittenExport>>
  /** ends the worker, also during an export */
  readonly end: () => void
}

export function openExport(setting: ExportSetting): RunningExport {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  const exporter = wrap<ExportWorkerApi>(worker)
  const done = catchWorkerFailures(worker)
  return {
    add: (batch) => done(exporter.add(setting, batch)),
    finish: (format, progress) => done(exporter.finish(format, proxy(progress)) as Promise<WrittenExport>),
    end: () => worker.terminate(),
  }
}
