import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { say } from '../support/report.ts'

const run = promisify(execFile)
const measuredSchema = z.object({ seconds: z.number(), peak: z.number(), bytes: z.number() })
const WRITERS = ['ours', 'exceljs', 'csv'] as const

/** The workbook of so many answers to 60 questions, beside exceljs' streaming writer: rows a second, and the most memory that the process had. */
export async function benchExport(rows = 100_000) {
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-export-'))
  const figures: Record<string, number> = { rows }
  try {
    for (const writer of WRITERS) {
      const script = fileURLToPath(new URL('write.ts', import.meta.url))
      const args = ['--disable-warning=ExperimentalWarning', script, writer, String(rows), join(folder, writer)]
      const { stdout } = await run(process.execPath, args)
      const { seconds, peak, bytes } = measuredSchema.parse(JSON.parse(stdout))
      const each = Math.round(rows / seconds)
      say(`${writer}: ${each} rows a second, ${Math.round(peak)} MB at most, file of ${Math.round(bytes / 1e6)} MB`)
      figures[`export_${writer}_rows_s`] = each
      figures[`export_${writer}_peak_mb`] = Math.round(peak)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const ratio = (figures['export_ours_rows_s'] ?? 0) / (figures['export_exceljs_rows_s'] ?? 1)
  figures['export_over_exceljs'] = Math.round(100 * ratio) / 100
  return { figures, failed: ratio < 1 || (figures['export_ours_peak_mb'] ?? 0) > PEAK_MB }
}

/** Megabytes: what an old tablet spares. */
const PEAK_MB = 150
