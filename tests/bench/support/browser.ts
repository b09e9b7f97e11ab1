import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { atEnd, temporaryFolder } from './cleanup.ts'
import { withLimit } from './limit.ts'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** The path in `CHROMIUM_PATH`, an installed Chromium, or Playwright's own. */
export function chromiumPath(): string {
  const path =
    process.env['CHROMIUM_PATH'] ?? [...INSTALLED, chromium.executablePath()].find((file) => existsSync(file))
  if (path === undefined) throw new Error('No Chromium on this machine; name one in CHROMIUM_PATH')
  return path
}

export type Browser = { readonly context: BrowserContext; readonly close: () => Promise<void> }

/** A real Chromium with its profile on disk: an incognito context would keep IndexedDB in memory. */
export async function openBrowser(
  profile?: string,
  options: { readonly serviceWorkers?: 'allow' | 'block' } = {},
): Promise<Browser> {
  const folder = profile ?? (await temporaryFolder('profile'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    headless: true,
    args: QUIET,
    viewport: { width: 1280, height: 800 },
    timeout: 30_000,
    ...options,
  })
  context.setDefaultTimeout(30_000)
  const close = atEnd(() => withLimit(context.close(), 15_000, 'Chromium to close'))
  return { context, close }
}

const SHELL =
  '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>bench</title><script type="module" src="/__bench/page.js"></script>'

/**
 * Opens a bench page on the server's own origin, so that no system pays for cross-origin preflights. The bench serves
 * only the page's two files; other requests go to the server without interception.
 */
export async function openPage(browser: Browser, origin: string, code: string): Promise<Page> {
  // The page keeps its server's content security policy, because it affects what libraries may compile.
  const given = (await fetch(origin)).headers.get('content-security-policy')
  const policy = given === null ? [] : [{ name: 'content-security-policy', value: given }]
  const page = await browser.context.newPage()
  const failed = new Promise<never>((_, reject) => {
    page.once('pageerror', (error) => reject(new Error(`The page failed: ${error.message}`)))
  })
  failed.catch(() => undefined)
  const cdp = await browser.context.newCDPSession(page)
  cdp.on('Fetch.requestPaused', (event) => {
    const script = event.request.url.endsWith('.js')
    const body = Buffer.from(script ? code : SHELL).toString('base64')
    const type = script ? 'text/javascript' : 'text/html'
    void cdp.send('Fetch.fulfillRequest', {
      requestId: event.requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: `${type}; charset=utf-8` }, ...policy],
      body,
    })
  })
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/__bench/*` }] })
  await page.goto(`${origin}/__bench/index.html`)
  await Promise.race([page.waitForFunction(() => 'bench' in globalThis), failed])
  await cdp.send('Fetch.disable')
  await cdp.detach()
  return page
}

/** Calls `bench[name](argument)` in the page, with a time limit. */
export async function callPage<T>(page: Page, name: string, argument: unknown, limit = 90_000): Promise<T> {
  const work = page.evaluate(
    ([method, value]) =>
      (globalThis as unknown as { bench: Record<string, (x: unknown) => unknown> }).bench[method as string]?.(value),
    [name, argument] as const,
  )
  return (await withLimit(work, limit, `the page's ${name}`)) as T
}
