import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { parseMetrics } from '#tests/support/server/parse-metrics.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

let folder: string
let server: RunningServer | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-figures-'))
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  writeFileSync(join(folder, 'dist/assets/app-1a2b.js'), 'console.log(1)')
})
afterEach(async () => {
  await server?.close(0)
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<ServerOptions>): Promise<RunningServer> {
  server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'data'),
    distDir: join(folder, 'dist'),
    firstStart: 'nothing',
    passwords: createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 }),
    ...options,
  })
  return server
}

it('gives its figures to Prometheus, with those of process, disk and backup', async () => {
  const token = 'a-token-of-thirty-characters-1'
  const { url } = await start({ metricsToken: token, clock: () => Date.parse('2026-11-28T12:00:00.000Z') })
  const note = { at: '2026-11-28T11:00:00.000Z', folder: '/backup', answers: 0, bytes: 1 }
  writeFileSync(join(folder, 'data', 'backed-up'), JSON.stringify(note))
  await fetch(`${url}/assets/app-1a2b.js?dni=30123456`)
  const scrape = (bearer: string) => fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${bearer}` } })
  expect((await scrape('another')).status).toBe(401)
  const metrics = parseMetrics(await (await scrape(token)).text())
  const value = (name: string) => metrics.get(name)?.samples[0]?.value
  expect(value('relevo_backup_age_seconds')).toBe(3_600)
  for (const name of ['process_resident_memory_bytes', 'relevo_disk_free_bytes', 'relevo_database_bytes'])
    expect([name, Number(value(name)) > 100_000]).toEqual([name, true])
  expect(value('relevo_commit_failures_total')).toBe(0)
  const requests = metrics
    .get('relevo_http_requests_total')
    ?.samples.map(({ labels: { route, status } }) => [route, status])
  expect(requests).toContainEqual(['file', '200'])
  expect(requests).toContainEqual(['/api/metrics', '401'])
})
