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
/** Number of rows from which only CSV is written, because one sheet cannot have more. */
const TEXT_ONLY = 1_000_000

/**
 * Heap of an old tablet, in MB. A writer that keeps its rows in memory runs out of it; unlimited, Node takes several
 * times as much.
 */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=8']

/**
 * Writes the workbook of `rows` answers to 60 questions, next to exceljs' streaming writer. Measures rows per second
 * and peak memory.
 */
export async function benchExport(rows = 100_000) {
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-export-'))
  const figures: Record<string, number> = { rows }
  try {
    for (const writer of rows < TEXT_ONLY ? WRITERS : (['csv'] as const)) {
      const script = fileURLToPath(new URL('write.ts', import.meta.url))
      const args = ['--disable-warning=ExperimentalWarning', ...(writer === 'exceljs' ? [] : SMALL_HEAP)]
      const { stdout } = await run(process.execPath, [...args, script, writer, String(rows), join(folder, writer)])
      const { seconds, peak, bytes } = measuredSchema.parse(JSON.parse(stdout))
      const each = Math.round(rows / seconds)
      say(`${writer}: ${each} rows a second, ${Math.round(peak)} MB at most, file of ${Math.round(bytes / 1e6)} MB`)
      figures[`export_${writer}_rows_s`] = each
      figures[`export_${writer}_peak_mb`] = Math.round(peak)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { export_ours_rows_s: ours, export_exceljs_rows_s: exceljs } = figures
  const ratio = ours === undefined || exceljs === undefined ? undefined : Math.round((100 * ours) / exceljs) / 100
  if (ratio !== undefined) figures['export_over_exceljs'] = ratio
  const peak = Math.max(figures['export_ours_peak_mb'] ?? 0, figures['export_csv_peak_mb'] ?? 0)
  return { figures, failed: (ratio !== undefined && ratio < MIN_RATIO) || peak > PEAK_MB }
}

/** Maximum peak memory in MB. Node, its modules and our types take 110 before the first row. */
const PEAK_MB = 200
/** Minimum of our rows per second divided by those of exceljs. */
const MIN_RATIO = 1.1
