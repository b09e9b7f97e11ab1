import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startServer } from '../../journeys/support/server.ts'
import { chromiumPath } from '../support/browser.ts'
import { atEnd } from '../support/cleanup.ts'
import { installPeers } from '../support/peers.ts'
import { say, printTable } from '../support/report.ts'
import { median, rounded } from '../support/statistics.ts'

const run = promisify(execFile)
const LIGHTHOUSE = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))
const RUNS = process.env['BENCH_SHORT'] === '1' ? 1 : 5
const LIMIT = 120_000
/** Limit of the standard output: a report has some megabytes. */
const MAX_BYTES = 64_000_000

const PAGES = {
  public_form: '/publico/contestar/reclamo-alumbrado',
  look_up: '/publico/consultar-estado',
  sign_in: '/login',
} as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
/** Metrics of the performance score. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
] as const
/** Lighthouse's errors for a trace without a start or without pictures. */
const FAULT_OF_MEASURING =
  /"code": ?"(NO_NAVSTART|NO_TRACING_STARTED|NO_RESOURCE_REQUEST|NO_SPEEDLINE_FRAMES|SPEEDINDEX_OF_ZERO|NO_SCREENSHOTS|INVALID_SPEEDLINE)"/

const reportSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof reportSchema>

/**
 * Runs Lighthouse with its mobile setting on the three pages seen first. Returns the median of each score and its
 * findings.
 */
export async function measureLighthouse(dataDir: string): Promise<Readonly<Record<string, number>>> {
  await installPeers()
  const server = await startServer(dataDir)
  const stop = atEnd(() => server.kill())
  const figures: Record<string, number> = {}
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const reports: Report[] = []
      for (let count = 0; count < RUNS; count += 1) reports.push(await lookAgain(server.origin + path))
      printTable([
        [name, ...CATEGORIES, ...METRICS],
        ['median', ...CATEGORIES.map((one) => String(medianOf(reports, one))), ...METRICS.map(over(reports, median))],
        ...[Math.min, Math.max].map((most) => [
          most.name,
          ...CATEGORIES.map((one) => String(most(...scoresOf(reports, one)))),
          ...METRICS.map(over(reports, (values) => most(...values))),
        ]),
      ])
      say(`  load of the machine ${loadavg()[0]?.toFixed(1)}`)
      for (const named of namedBy(reports[0])) say(`  ${named}`)
      for (const category of CATEGORIES) figures[`${name}_${category.replace('-', '_')}`] = medianOf(reports, category)
    }
  } finally {
    await stop()
  }
  return figures
}

/** Runs Lighthouse again when the browser's trace was cut off, which says nothing about the page. */
async function lookAgain(address: string): Promise<Report> {
  return look(address).catch((error: unknown) => {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    if (!FAULT_OF_MEASURING.test(said)) throw error
    say(`  ${FAULT_OF_MEASURING.exec(said)?.[1]}: measured again`)
    return look(address)
  })
}

async function look(address: string): Promise<Report> {
  const args = [
    address,
    '--output=json',
    '--quiet',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ]
  const env = { ...process.env, CHROME_PATH: chromiumPath() }
  const { stdout } = await run(process.execPath, [LIGHTHOUSE, ...args], { env, timeout: LIMIT, maxBuffer: MAX_BYTES })
  return reportSchema.parse(JSON.parse(stdout))
}

function medianOf(reports: readonly Report[], category: Category): number {
  return median(scoresOf(reports, category))
}

function scoresOf(reports: readonly Report[], category: Category): readonly number[] {
  return reports.map(({ categories }) => Math.round(100 * (categories[category]?.score ?? 0)))
}

/** Returns one cell: a metric of all reports, in milliseconds or as a layout shift score. */
const over =
  (reports: readonly Report[], take: (values: readonly number[]) => number) =>
  (metric: string): string =>
    String(rounded(take(reports.map(({ audits }) => audits[metric]?.numericValue ?? 0))))

/** Findings that lower a score, except those about speed. */
function namedBy(report: Report | undefined): readonly string[] {
  if (report === undefined) return []
  const weighed = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )
  return [...new Set(weighed.map(({ id }) => id))].flatMap((id) => {
    const audit = report.audits[id]
    return audit === undefined || audit.score === null || audit.score >= 0.9
      ? []
      : [`${id} ${audit.score}: ${audit.title}`]
  })
}
