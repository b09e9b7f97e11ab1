import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { launch } from '../../journeys/support/chromium.ts'

const LISTED = 50_000
const SCANNED = 200
/** Slowdown of a low-end phone compared with a desktop, as in browsers' developer tools. */
const SLOWER = 4
const ORIGIN = 'http://localhost:9/'

export type DoorFigures = {
  /** milliseconds from the text of a code to the verdict, whose scan is stored by then */
  readonly scan_p50_ms: number
  readonly scan_p95_ms: number
  /** characters of all replies with the list, before compression */
  readonly list_bytes: number
  readonly list_tickets: number
  /** milliseconds until the list is stored, without the network's share */
  readonly list_stored_ms: number
}

/** Judges one code among 50,000 offline in Chromium at a quarter of this machine's speed. */
export async function measureDoor(): Promise<DoorFigures> {
  const profile = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-door-'))
  const context = await launch(profile, {})
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.route(ORIGIN, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto(ORIGIN)
    await page.evaluate(await script())
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const { each, fetched, characters, listed } = await page.evaluate(
      ([tickets, scans]) => {
        const { relevoDoor } = globalThis as unknown as { relevoDoor: typeof import('./door-in-browser.ts') }
        return relevoDoor.judgeMany(tickets, scans)
      },
      [LISTED, SCANNED] as const,
    )
    const sorted = each.toSorted((a, b) => a - b)
    const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
    return {
      scan_p50_ms: at(0.5),
      scan_p95_ms: at(0.95),
      list_bytes: characters,
      list_tickets: listed,
      list_stored_ms: Math.round(fetched),
    }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('door-in-browser.ts', import.meta.url)),
        formats: ['iife'],
        name: 'relevoDoor',
        fileName: 'door',
      },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (chunk?.type !== 'chunk') throw new Error('The door could not be built')
  // Run by `eval`, where a `var` would not become global.
  return `${chunk.code}\n;globalThis.relevoDoor = relevoDoor`
}
