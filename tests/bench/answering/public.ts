import { inFreshBrowser, weigh } from '../spine/weight.ts'
import { startDemo } from '../spine/app.ts'
import { noteWhenUsable } from '../spine/usable.ts'
import { say } from '../support/report.ts'
import { rounded } from '../support/statistics.ts'
import type { Figures } from './targets.ts'

/** A form of the demonstration that asks for a location. Its map loads on demand. */
const PATH = '/publico/contestar/reclamo-alumbrado'
/** The first question as written by the server, and as rendered by the app after it took over the page. */
const WRITTEN = 'main.first [data-at]'
const FIELD = 'main:not(.first) :is(input, textarea):not([disabled])'
/** Lighthouse's slow 3G connection, in ms and bits, and a phone at a quarter of this machine's speed. */
const LINE = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, offline: false }
const SLOWER = 4

/**
 * Bytes of the public page until the app has taken over and the whole form can be filled in.
 * Also measures how long that takes, and how long until the server's HTML can be read and typed into, on a slow
 * connection and phone with an empty cache.
 */
export async function measurePublicPage(dist: string): Promise<Figures> {
  const server = await startDemo(dist)
  try {
    const { bytes, files } = await inFreshBrowser((page) => weigh(page, `${server.origin}${PATH}`, FIELD))
    say(`${(bytes / 1024).toFixed(1)} KB in ${files.length} files`)
    for (const { path, bytes: own } of files.slice(0, 12)) say(`  ${(own / 1024).toFixed(1).padStart(6)}  ${path}`)
    const [read, usable] = [await slowly(server.origin, WRITTEN), await slowly(server.origin, FIELD)]
    say(`read after ${read} s, usable after ${usable} s on slow 3G with ${SLOWER}× CPU`)
    return {
      kb_public: rounded(bytes / 1024),
      public_slow_read_seconds: read,
      public_slow_usable_seconds: usable,
    }
  } finally {
    await server.child.kill()
  }
}

async function slowly(origin: string, field: string): Promise<number> {
  const milliseconds = await inFreshBrowser(async (page, context) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const usable = await noteWhenUsable(page, field)
    await page.goto(`${origin}${PATH}`, { waitUntil: 'commit' })
    return usable()
  })
  return rounded(milliseconds / 1000)
}
