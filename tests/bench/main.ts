/** `npm run bench -- NAME`: measures, prints a readable report and, as its last line, one JSON object with figures. */
import { spawnSync } from 'node:child_process'
import { cleanUp } from './support/cleanup.ts'
import { withLimit } from './support/limit.ts'
import { installPeers } from './support/peers.ts'
import { say, printFailure } from './support/report.ts'

/** Maximum duration of a bench before it counts as hanging. */
const LIMIT = 45 * 60_000

type Bench = () => Promise<{ readonly figures: Readonly<Record<string, number | null>>; readonly failed: boolean }>

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  spine: async () => {
    await installPeers()
    return (await import('./spine/index.ts')).benchSpine
  },
  scale: async () => (await import('./scale/index.ts')).benchScale,
  soak: async () => {
    const { benchSoak, LONG, SHORT } = await import('./soak/index.ts')
    return () => benchSoak(process.argv.includes('--short') ? SHORT : LONG)
  },
  'full-disk': async () => (await import('./full-disk/index.ts')).benchFullDisk,
  statistics: async () => {
    const { benchStatistics } = await import('./statistics/index.ts')
    return () => benchStatistics(rowsAsked())
  },
  backup: async () => {
    const { benchBackup } = await import('./backup/index.ts')
    return () => benchBackup(rowsAsked())
  },
  restore: async () => {
    const { benchRestore } = await import('./backup/restore.ts')
    return () => benchRestore(rowsAsked())
  },
  status: async () => (await import('./status/index.ts')).benchStatus,
  payments: async () => {
    const { benchPayments } = await import('./payments/index.ts')
    return () => benchPayments(rowsAsked())
  },
  people: async () => (await import('./people/index.ts')).benchPeople,
  review: async () => {
    const { benchReview } = await import('./review/index.ts')
    return () => benchReview(rowsAsked())
  },
  export: async () => {
    await installPeers()
    const { benchExport } = await import('./export/index.ts')
    return () => benchExport(rowsAsked())
  },
  editor: async () => (await import('./editor/index.ts')).benchEditor,
  answering: async () => (await import('./answering/index.ts')).benchAnswering,
  'first-use': async () => (await import('./first-use/index.ts')).benchFirstUse,
  tags: async () => {
    const { benchTags } = await import('./tags/index.ts')
    return () => benchTags(rowsAsked())
  },
  widths: async () => benchWidths,
}

/**
 * Runs the journey through every route at more widths, and at 320 px in the languages that no journey reads; then the
 * main job in browsers of each of these languages. Fails if a text is cut or in another language, or if a page scrolls
 * sideways.
 */
async function benchWidths() {
  await (await import('./spine/app.ts')).buildApp()
  const widths = [320, 390, 768, 1024, 1280, 1440, 1920]
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--retries=0', '--timeout=0']
  const everyRoute = ['--project=journeys', 'every-route']
  const rounds = [
    { run: everyRoute, env: { WIDTHS: widths.join(',') } },
    { run: everyRoute, env: { WIDTHS: '320', TONGUES: 'others' } },
    { run: ['--project=languages'], env: {} },
  ]
  const failed = rounds.filter(({ run, env }) => {
    const options = { stdio: 'inherit', env: { ...process.env, ...env } } as const
    return spawnSync(process.execPath, [...args, ...run], options).status !== 0
  })
  return { figures: { widths: widths.length, failed: failed.length }, failed: failed.length > 0 }
}

/** Number of rows in `npm run bench -- NAME 1000000` */
function rowsAsked(): number | undefined {
  const rows = Number(process.argv[3] ?? '')
  return rows > 0 ? rows : undefined
}

async function main(): Promise<number> {
  const [name = ''] = process.argv.slice(2)
  const load = BENCHES[name]
  if (load === undefined) {
    say(`Usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')}`)
    return 2
  }
  const bench = await load()
  const { figures, failed } = await withLimit(bench(), LIMIT, `the bench ${name}`)
  await cleanUp()
  say(JSON.stringify(figures))
  return failed ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void cleanUp().finally(() => process.exit(1))
  })
}

try {
  process.exitCode = await main()
} catch (error) {
  printFailure(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
} finally {
  await cleanUp()
}
