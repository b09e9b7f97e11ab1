import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Metric, buildSingleMetric } from '#core/index.ts'
import { DATABASE_FILE, DATABASE_LOG_FILE, readLastBackup } from './data-folder.ts'
import { ignoreMissingFile } from './disk/missing.ts'

/** Metrics of process, disk and data folder, with the usual names of Prometheus where they exist. */
export async function readMachineMetrics(dataDir: string, clock: () => number): Promise<readonly Metric[]> {
  const { bsize, blocks, bavail } = await statfs(dataDir)
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const backup = readLastBackup(dataDir)
  const gauge = (name: string, help: string, value: number | undefined): Metric =>
    buildSingleMetric('gauge', name, help, value)
  return [
    gauge('process_resident_memory_bytes', 'Resident memory', rss),
    gauge('relevo_heap_bytes', 'Used heap of JavaScript', heapUsed),
    buildSingleMetric('counter', 'process_cpu_seconds_total', 'Used processor time', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'Start of the process, since 1970', Date.now() / 1000 - process.uptime()),
    gauge('relevo_disk_free_bytes', 'Free bytes on the disk of the data folder', bavail * bsize),
    gauge('relevo_disk_size_bytes', 'Size of the disk of the data folder', blocks * bsize),
    gauge('relevo_database_bytes', 'Size of the database and its log', measureDatabase(dataDir)),
    gauge(
      'relevo_backup_age_seconds',
      'Age of the last good backup; missing until there is one',
      backup && (clock() - Date.parse(backup.at)) / 1000,
    ),
  ]
}

function measureDatabase(dataDir: string): number {
  let bytes = 0
  for (const name of [DATABASE_FILE, DATABASE_LOG_FILE])
    ignoreMissingFile(() => (bytes += statSync(join(dataDir, name)).size))
  return bytes
}
