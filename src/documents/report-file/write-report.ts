import { wrap } from 'comlink'
import type { Report } from '#documents/pdf/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Reporter, ReportSetting } from './report-worker.ts'

/** Makes a file of statistics in a worker. @returns network.unreachable without its library, server.failed when it cannot go on */
export async function writeReport(report: Report, setting: ReportSetting): Promise<Result<Blob>> {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' })
  const missing = new Promise<Result<never>>((resolve) => {
    worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
  })
  try {
    const made = wrap<Reporter>(worker).make(report, setting)
    return await Promise.race([
      made.then(
        (file) => ok(file),
        () => refuse('server.failed'),
      ),
      missing,
    ])
  } finally {
    worker.terminate()
  }
}
