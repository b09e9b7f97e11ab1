import { proxy, wrap } from 'comlink'
import type { ExportBatch } from '#domain/exports/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { outcomesOf } from '../worker-outcomes.ts'
import type { Exporter, ExportSetting } from './export-worker.ts'
import type { ExportFormat } from './export-format.ts'
import type { Progress, Written } from './write-export.ts'

/**
 * An export in a worker. Refuses with network.unreachable if it cannot be loaded, with device.file-failed if it fails.
 */
export type OpenExport = {
  readonly add: (batch: ExportBatch) => Promise<Result<void>>
  readonly finish: (format: ExportFormat, progress: Progress) => Promise<Result<Written>>
  /** ends the worker, also during an export */
  readonly end: () => void
}

export function openExport(setting: ExportSetting): OpenExport {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  const exporter = wrap<Exporter>(worker)
  const done = outcomesOf(worker)
  return {
    add: (batch) => done(exporter.add(setting, batch)),
    finish: (format, progress) => done(exporter.finish(format, proxy(progress)) as Promise<Written>),
    end: () => worker.terminate(),
  }
}
