import { callPage, openBrowser, openPage, type Browser } from '../support/browser.ts'
import { bundlePage } from '../support/bundle.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { median } from '../support/statistics.ts'
import type { Drained, FillRequest } from './pages/drain-page.ts'
import { plant } from './plant.ts'
import { idOf, SHAPES, submitOf } from './world.ts'

export type Contestant = {
  /** `alone` is our device without a server: the limit that its own work sets */
  readonly name: 'relevo' | 'alone' | 'pouchdb' | 'rxdb'
  /** the peer's storage, and documents per request, whichever is fastest for it (README); `alone` without a server */
  readonly variant: string
  readonly batch: number
}

export type DrainCase = {
  /** documents drained before by the same page to the same server, not counted, so that both compile their code */
  readonly warmUp: number
  readonly documents: number
  readonly bytes: number
  readonly photoBytes: number
  readonly rounds: number
  readonly contestants: readonly Contestant[]
}

/** Documents or answers per second of each successful round, or the failure. */
export type DrainFigures = Readonly<
  Record<
    Contestant['name'],
    { readonly rates: readonly number[]; readonly fills: readonly number[]; readonly failures: readonly string[] }
  >
>

export const SMALL: DrainCase = {
  warmUp: 1000,
  documents: 1000,
  bytes: 2048,
  photoBytes: 0,
  rounds: 5,
  contestants: [
    { name: 'relevo', variant: '', batch: 0 },
    { name: 'alone', variant: 'alone', batch: 0 },
    { name: 'pouchdb', variant: 'indexeddb', batch: 500 },
    { name: 'rxdb', variant: 'dexie', batch: 100 },
  ],
}

export const PHOTOS: DrainCase = {
  warmUp: 20,
  documents: 200,
  bytes: 0,
  photoBytes: 300 * 1024,
  rounds: 3,
  contestants: [
    { name: 'relevo', variant: '', batch: 0 },
    { name: 'alone', variant: 'alone', batch: 0 },
    { name: 'pouchdb', variant: 'indexeddb', batch: 500 },
    { name: 'rxdb', variant: 'dexie', batch: 100 },
  ],
}

/**
 * Drains queued work to each system's server, in turns; the system that starts alternates from round to round. Each
 * gets a new server, origin and empty database, in one Chromium with its profile on disk.
 */
export async function measureDrain(wanted: DrainCase): Promise<DrainFigures> {
  const codes = new Map<string, string>()
  for (const { name } of wanted.contestants) codes.set(name, await bundlePage(`spine/pages/${ownerOf(name)}.ts`))
  const figures = {
    relevo: nothing(),
    alone: nothing(),
    pouchdb: nothing(),
    rxdb: nothing(),
  }
  const browser = await openBrowser()
  try {
    for (let round = 0; round < wanted.rounds; round += 1) {
      const order = wanted.contestants.map(
        (_, index) => wanted.contestants[(index + round) % wanted.contestants.length],
      )
      for (const contestant of order) {
        if (contestant === undefined) continue
        const own = figures[contestant.name]
        try {
          const { fill, drain } = await drainOnce(browser, wanted, contestant, {
            code: codes.get(contestant.name) ?? '',
            round,
          })
          own.rates.push((wanted.documents / drain) * 1000)
          own.fills.push((wanted.documents / fill) * 1000)
        } catch (error) {
          own.failures.push(error instanceof Error ? error.message : String(error))
        }
      }
    }
  } finally {
    await browser.close()
  }
  return figures
}

async function drainOnce(
  browser: Browser,
  wanted: DrainCase,
  contestant: Contestant,
  { code, round }: { readonly code: string; readonly round: number },
) {
  const { name, variant, batch } = contestant
  const folder = await temporaryFolder(name)
  if (ownerOf(name) === 'relevo') await plant(folder)
  const server = await startServerProcess(`spine/servers/${ownerOf(name)}.ts`, [folder])
  const page = await openPage(browser, `http://127.0.0.1:${server.port}`, code)
  try {
    const job = (first: number, count: number): FillRequest => {
      const documents = documentsOf(wanted, round, first, count)
      return { documents, first, photoBytes: wanted.photoBytes, variant, batch }
    }
    await callPage(page, 'fill', job(0, wanted.warmUp))
    await callPage(page, 'drain', undefined)
    const work = job(wanted.warmUp, wanted.documents)
    const started = performance.now()
    await callPage(page, 'fill', work)
    const fill = performance.now() - started
    const drained = await callPage<Drained>(page, 'drain', undefined)
    const expected = wanted.warmUp + wanted.documents
    if (drained.received !== expected) throw new Error(`${name} sent ${expected} and has ${drained.received}`)
    return { fill, drain: drained.milliseconds }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)} ${server.complaints()}`, {
      cause: error,
    })
  } finally {
    await page.close()
    await server.kill()
  }
}

/** The system that provides page and server. */
function ownerOf(name: Contestant['name']): Exclude<Contestant['name'], 'alone'> {
  return name === 'alone' ? 'relevo' : name
}

function nothing(): { readonly rates: number[]; readonly fills: number[]; readonly failures: string[] } {
  return { rates: [], fills: [], failures: [] }
}

function documentsOf(
  { bytes, photoBytes }: DrainCase,
  round: number,
  first: number,
  count: number,
): FillRequest['documents'] {
  const clock = new Date().toISOString()
  return Array.from({ length: count }, (_, offset) => {
    const index = first + offset
    const envelope = { id: idOf('M', round, index), answer: idOf('A', round, index), device: 'D'.repeat(26), clock }
    return submitOf(photoBytes === 0 ? SHAPES.small : SHAPES.photo, envelope, [], bytes)
  })
}

export function rateOf(figures: DrainFigures, name: Contestant['name']): number {
  const { rates } = figures[name]
  return rates.length === 0 ? Number.NaN : median(rates)
}
