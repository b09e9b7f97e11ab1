import { setTimeout as wait } from 'node:timers/promises'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { say, printTable } from '../support/report.ts'
import { rounded } from '../support/statistics.ts'
import { generateLoad } from '../support/generator.ts'
import { databaseIn, plant } from '../spine/plant.ts'
import { pushBody, sessionHeaders } from '../spine/server.ts'
import { buildConnection, type Connection, type Traffic } from './line.ts'
import { watchMemory } from './memory.ts'
import { buildTablet, type Tablet } from './tablet.ts'
import { inspectorOf, PASSWORD, plantTown } from './town.ts'
import { judge } from './verdict.ts'

/** Duration and load of a soak test. */
export type Soak = {
  readonly tablets: number
  readonly seconds: number
  /** answers saved per second by all tablets; each is one push, one pull and, with a photo, one upload */
  readonly perSecond: number
  readonly breaks: boolean
  /** ms of full load before measuring. It fills the server's caches as weeks do; later growth is a leak */
  readonly warmUp: number
}

/** 500 devices for half an hour. Every change runs a shorter one: 50 requests per second for 30 seconds. */
export const LONG: Soak = { tablets: 500, seconds: 30 * 60, perSecond: 16, breaks: true, warmUp: 30_000 }
export const SHORT: Soak = { tablets: 60, seconds: 30, perSecond: 23, breaks: false, warmUp: 0 }

const INSPECTORS = 50
const ONE_IN = 5
/** Seconds that tablets get at the end to send work delayed by connection failures. */
const DRAIN_SECONDS = 180

/**
 * Lets many tablets, each with the product's own storage and sync code, work against the real server process on
 * loopback. At the end, stops the server and searches its file for every answer that was reported as saved.
 */
export async function benchSoak(
  soak: Soak,
): Promise<{ readonly figures: Readonly<Record<string, number | null>>; readonly failed: boolean }> {
  const folder = await temporaryFolder('soak')
  await plant(folder)
  await plantTown(databaseIn(folder), INSPECTORS)
  const server = await startServerProcess('spine/servers/relevo.ts', [folder])
  if (soak.warmUp > 0) await warmUp(server.port, soak.warmUp)
  const traffic: Traffic = { requests: 0, cut: 0, refused: 0 }
  const lines = await signedInLines(`http://127.0.0.1:${server.port}`, traffic, soak.breaks)
  const tablets = Array.from({ length: soak.tablets }, (_, index) => {
    const inspector = index % INSPECTORS
    return buildTablet(inspectorOf(inspector).id, lines[inspector] as Connection)
  })
  say(`${soak.tablets} tablets of ${INSPECTORS} inspectors, ${soak.perSecond} answers a second for ${soak.seconds} s`)
  const memory = watchMemory(server.pid, Math.max(250, (soak.seconds * 1000) / 1000))
  const started = performance.now()
  const saved = await work(soak, tablets)
  const seconds = (performance.now() - started) / 1000
  const requests = traffic.requests
  const { first, last, highest } = memory.quarters()
  memory.stop()
  const left = await drain(tablets)
  for (const tablet of tablets) tablet.close()
  await server.kill()
  const { lost, twice, gaps } = await judge(databaseIn(folder), saved)
  printTable([
    ['', 'value'],
    ['answers saved', String(saved.length)],
    ['requests', `${traffic.requests}, ${(requests / seconds).toFixed(1)} a second`],
    ['cut by the line', String(traffic.cut)],
    ['refused', String(traffic.refused)],
    ['still on a tablet at the end', String(left)],
    ['lost, twice, gaps in the codes', `${lost}, ${twice}, ${gaps}`],
    [
      'server memory, MB: first quarter, last quarter, highest',
      `${first.toFixed(0)}, ${last.toFixed(0)}, ${highest.toFixed(0)}`,
    ],
  ])
  const figures = {
    soak_devices: soak.tablets,
    soak_seconds: Math.round(seconds),
    soak_answers: saved.length,
    soak_requests_per_second: rounded(requests / seconds),
    soak_cut: traffic.cut,
    soak_lost: lost,
    soak_twice: twice,
    soak_gaps: gaps,
    soak_unsent: left,
    soak_memory_first_mb: Math.round(first),
    soak_memory_last_mb: Math.round(last),
    soak_memory_growth: rounded(last / first),
  }
  return { figures, failed: lost + twice + gaps + left > 0 || saved.length === 0 }
}

async function warmUp(port: number, measured: number): Promise<void> {
  const job = {
    port,
    path: '/api/sync/push',
    headers: await sessionHeaders(port),
    accepted: '"status":"applied"',
    ...pushBody(),
  }
  const { acknowledged, failures } = await generateLoad({ ...job, connections: 16, warmUp: 0, measured })
  if (failures.length > 0) throw new Error(`The warm-up met ${failures[0]}`)
  say(`${acknowledged.length.toLocaleString('en')} answers of others beforehand`)
}

async function signedInLines(origin: string, traffic: Traffic, breaks: boolean): Promise<readonly Connection[]> {
  const lines: Connection[] = []
  for (let index = 0; index < INSPECTORS; index += 1) {
    const line = buildConnection(origin, traffic, breaks)
    await line.signIn(inspectorOf(index).email, PASSWORD)
    lines.push(line)
  }
  return lines
}

/**
 * Answers fall due at a steady rate, whatever the server does; a busy tablet saves the next one when it has finished.
 */
async function work({ seconds, perSecond, breaks }: Soak, tablets: readonly Tablet[]): Promise<readonly string[]> {
  const saved: string[] = []
  const underway = new Set<Promise<void>>()
  const busy = new Map<Tablet, Promise<void>>()
  const began = performance.now()
  const total = Math.round(seconds * perSecond)
  for (let turn = 0; turn < total; turn += 1) {
    await wait(Math.max(0, began + (turn * 1000) / perSecond - performance.now()))
    const tablet = tablets[Math.floor(Math.random() * tablets.length)] as Tablet
    const answer = (async () => {
      await busy.get(tablet)
      saved.push(await tablet.save(turn % ONE_IN === 0))
      // One in four answers is saved offline and sent with the next one.
      if (!breaks || Math.random() < 0.75) await tablet.sync()
    })()
    const leaving: Promise<void> = answer.finally(() => underway.delete(leaving))
    underway.add(leaving)
    busy.set(tablet, leaving)
  }
  await Promise.all(underway)
  return saved
}

async function drain(tablets: readonly Tablet[]): Promise<number> {
  const until = performance.now() + DRAIN_SECONDS * 1000
  let left = tablets
  let waiting = 0
  while (left.length > 0 && performance.now() < until) {
    const still: Tablet[] = []
    waiting = 0
    for (const tablet of left) {
      if ((await tablet.waiting()) === 0) continue
      await tablet.sync()
      const unsent = await tablet.waiting()
      waiting += unsent
      if (unsent > 0) still.push(tablet)
    }
    left = still
    if (left.length > 0) await wait(1000)
  }
  return waiting
}
