import { openBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { percentile } from '../support/statistics.ts'
import { FORM_LINK, signIn, startDemo } from './app.ts'
import { noteWhenUsable } from './usable.ts'

const LAUNCHES = 41
const THROTTLING = 4

export type ColdStartFigures = { readonly p50: number; readonly p95: number; readonly times: readonly number[] }

/**
 * Measures the installed app without a server: a new browser process, worker active, forms stored, processor slowed
 * down four times.
 * Timed in the page, from the start of the navigation (which also starts the worker) to the first frame in which the
 * first form's link is visible, enabled and not covered.
 */
export async function measureColdStart(dist: string): Promise<ColdStartFigures> {
  const profile = await temporaryFolder('installed')
  const server = await startDemo(dist)
  const browser = await openBrowser(profile)
  const page = await browser.context.newPage()
  await signIn(page, server)
  await page.goto(`${server.origin}/listar`)
  await page.locator(FORM_LINK).first().waitFor()
  // Active means that everything is precached; the reload shows that the worker, not the server, now gives the page.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.locator(FORM_LINK).first().waitFor()
  await browser.close()
  await server.child.kill()

  const times: number[] = []
  for (let launch = 0; launch < LAUNCHES; launch += 1) times.push(await launchOnce(profile, server.origin))
  // Not counted: the first launch of a profile also pays for files that the disk has not read since the machine
  // started.
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), times }
}

async function launchOnce(profile: string, origin: string): Promise<number> {
  const browser = await openBrowser(profile)
  try {
    const page = await browser.context.newPage()
    const cdp = await browser.context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING })
    const usableAt = await noteWhenUsable(page, FORM_LINK)
    await page.goto(`${origin}/listar`, { waitUntil: 'commit' })
    const usable = await usableAt()
    const served = await page.evaluate(() => navigator.serviceWorker.controller !== null)
    if (!served) throw new Error('The page did not come from the service worker')
    return usable
  } finally {
    await browser.close()
  }
}
