import { spawn } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startDemo } from '../spine/app.ts'
import { databaseIn } from '../spine/plant.ts'
import { atEnd } from '../support/cleanup.ts'
import { withLimit } from '../support/limit.ts'
import { say, printFailure } from '../support/report.ts'
import { percentile, rounded } from '../support/statistics.ts'
import type { Flooded } from './flood-client.ts'
import type { Figures } from './targets.ts'

const SHORT = process.env['BENCH_SHORT'] === '1'
const PER_SECOND = 200
const SECONDS = SHORT ? 5 : 60
const ALONE_SECONDS = SHORT ? 2 : 15
/** Milliseconds between two list requests of a working user. */
const EVERY = 100

/**
 * Sends 200 public answers per second from different addresses while staff read a list. Then kills the server and
 * searches its file for each acknowledged answer.
 */
export async function measureFlood(dist: string): Promise<Figures> {
  const server = await startDemo(dist, 'proxy')
  const look = await staff(server.origin, server.inspector.password)
  const alone = await looks(look, wait(ALONE_SECONDS * 1000))
  const flood = flooded(server.origin)
  const beside = await looks(look, flood)
  const { acknowledged, photos, failures, seconds, p95 } = await flood
  await server.child.kill()
  const lost = countLost(databaseIn(server.folder), acknowledged)
  const [before, during] = [percentile(alone, 0.95), percentile(beside, 0.95)]
  for (const [what, times] of Object.entries(failures)) printFailure(`${times} × ${what}`)
  say(
    `${acknowledged.length} of ${PER_SECOND * SECONDS} answers taken in ${seconds.toFixed(1)} s, ${photos} with a photo, p95 ${p95.toFixed(0)} ms, ${lost} lost`,
  )
  say(
    `A page of the answers list for staff: p95 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} beside it (${beside.length} looks)`,
  )
  return {
    public_per_second: rounded(acknowledged.length / seconds),
    public_lost: lost,
    public_p95_ms: rounded(p95),
    staff_p95_alone_ms: rounded(before),
    staff_p95_beside_ms: rounded(during),
    staff_p95_beside_over_alone: rounded(during / before),
  }
}

/** @returns a function that reads the first page of a form's answers as a supervisor */
async function staff(origin: string, password: string): Promise<() => Promise<void>> {
  const headers = { 'content-type': 'application/json', origin }
  const credentials = JSON.stringify({ email: 'supervisor-elevado@relevo.example', password })
  const session = await fetch(`${origin}/api/session`, { method: 'POST', headers, body: credentials })
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return async () => {
    const response = await fetch(`${origin}/api/answers?template=inspeccion-local`, { headers: { cookie } })
    if (!response.ok) throw new Error(`The list was refused: ${response.status}`)
    await response.arrayBuffer()
  }
}

/** Repeats `look` until `until` resolves. @returns milliseconds of each call */
async function looks(look: () => Promise<void>, until: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  let over = false
  void until.finally(() => (over = true))
  while (!over) {
    const began = performance.now()
    await look()
    times.push(performance.now() - began)
    await wait(EVERY)
  }
  return times
}

async function flooded(origin: string): Promise<Flooded> {
  const file = fileURLToPath(new URL('flood-client.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, origin, String(PER_SECOND), String(SECONDS)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const kill = atEnd(() => Promise.resolve(void child.kill('SIGKILL')))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await withLimit(
    new Promise((resolve) => child.on('close', resolve)),
    (SECONDS + 120) * 1000,
    'the public',
  )
  await kill()
  if (code !== 0) throw new Error(`The public ended with ${String(code)}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Flooded
}

function countLost(file: string, acknowledged: readonly string[]): number {
  const database = new DatabaseSync(file)
  try {
    const rows = database.prepare('SELECT key FROM "docs_respuestas_formularios"').all()
    const stored = new Set(rows.map(({ key }) => String(key).split('/').at(-1)))
    return acknowledged.filter((id) => !stored.has(id)).length
  } finally {
    database.close()
  }
}
