import { inFreshBrowser, weigh } from '../spine/weight.ts'
import { startDemo } from '../spine/app.ts'
import { noteWhenUsable } from '../spine/usable.ts'
import { say } from '../support/report.ts'
import { rounded } from '../support/statistics.ts'
import type { Figures } from './targets.ts'

/** A form of the demonstration without map and signature. */
const PATH = '/publico/contestar/reclamo-alumbrado'
const FIELD = 'main input:not([disabled])'
/** A bad line as Lighthouse has it ("slow 3G"), bits and milliseconds, and a phone a quarter as quick as this machine. */
const LINE = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, offline: false }
const SLOWER = 4

/** What the public's page weighs until its form can be filled in, and how long that takes on a bad line and a slow phone, with nothing kept. */
export async function measurePublicPage(dist: string): Promise<Figures> {
  const server = await startDemo(dist)
  try {
    const { bytes, files } = await inFreshBrowser((page) => weigh(page, `${server.origin}${PATH}`, FIELD))
    say(`${(bytes / 1024).toFixed(1)} KB in ${files.length} files`)
    for (const { path, bytes: own } of files.slice(0, 12)) say(`  ${(own / 1024).toFixed(1).padStart(6)}  ${path}`)
    const milliseconds = await inFreshBrowser(async (page, context) => {
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', LINE)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      const usable = await noteWhenUsable(page, FIELD)
      await page.goto(`${server.origin}${PATH}`, { waitUntil: 'commit' })
      return usable()
    })
    say(`${(milliseconds / 1000).toFixed(1)} s on slow 3G with ${SLOWER}× CPU`)
    return { kb_public: rounded(bytes / 1024), public_slow_seconds: rounded(milliseconds / 1000) }
  } finally {
    await server.child.kill()
  }
}
