import { callPage, openBrowser, openPage } from '../support/browser.ts'
import { bundlePage } from '../support/bundle.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { median, percentile } from '../support/statistics.ts'
import type { SaveTimes } from './pages/save.ts'

const RUNS = 3
const SAVES = 70
const PHOTO_BYTES = 300 * 1024

export type SaveFigures = {
  /** milliseconds; medians over the runs */
  readonly relevo: { readonly p50: number; readonly p95: number }
  readonly raw: { readonly p50: number; readonly p95: number }
  /** with photos that are already in the draft */
  readonly attached: { readonly p50: number; readonly p95: number }
  /** our p95 divided by the bare one; median of the runs */
  readonly ratio: number
  readonly ratios: readonly number[]
  readonly bytes: number
}

/**
 * Measures saving an inspection with two photos, against a raw strict transaction of the same bytes. Needs no server.
 */
export async function measureSave(): Promise<SaveFigures> {
  const code = await bundlePage('spine/pages/save.ts')
  // The page only needs an origin; it asks the server for nothing.
  const server = await startServerProcess('spine/servers/bare.ts', [await temporaryFolder('save')])
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, `http://127.0.0.1:${server.port}`, code)
    const runs: SaveTimes[] = []
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await callPage<SaveTimes>(page, 'save', { saves: SAVES, photoBytes: PHOTO_BYTES, run }))
    }
    const ratios = runs.map(({ relevo, raw }) => percentile(relevo, 0.95) / percentile(raw, 0.95))
    const of = (side: 'relevo' | 'raw' | 'attached', share: number): number =>
      median(runs.map((run) => percentile(run[side], share)))
    return {
      relevo: { p50: of('relevo', 0.5), p95: of('relevo', 0.95) },
      raw: { p50: of('raw', 0.5), p95: of('raw', 0.95) },
      attached: { p50: of('attached', 0.5), p95: of('attached', 0.95) },
      ratio: median(ratios),
      ratios,
      bytes: runs[0]?.bytes ?? 0,
    }
  } finally {
    await browser.close()
    await server.kill()
  }
}
