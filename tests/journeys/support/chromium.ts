import { existsSync } from 'node:fs'
import { chromium, type BrowserContext } from '@playwright/test'

/** Keeps Chromium quiet on a machine without internet. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A camera that shows a test picture. Whether it may be used is asked as ever. */
const TEST_CAMERA = '--use-fake-device-for-media-stream'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** What `npm test` has found (`CHROMIUM_PATH`), an installed one, or Playwright's own. */
function chromiumPath(): string {
  const path =
    process.env['CHROMIUM_PATH'] ?? [...INSTALLED, chromium.executablePath()].find((file) => existsSync(file))
  if (path === undefined) throw new Error('No Chromium on this machine; name one in CHROMIUM_PATH')
  return path
}

/** The same engine without windows, where it is installed: a journey takes a sixth less of the processor. */
const SHELL = '/usr/bin/chromium-headless-shell'

export type LaunchOptions = {
  /** what the shell cannot: it wakes no worker for what was left to send, shows no PDF, asks about no camera */
  readonly whole?: boolean
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly locale?: string
  /** a finger instead of a mouse */
  readonly touch?: boolean
  /** frames of another site have no cookies and no storage, which the shell cannot do either */
  readonly thirdParties?: 'blocked'
}

/** @param profile a folder: an incognito context would keep IndexedDB in memory, and prove nothing about a crash */
export async function launch(
  profile: string,
  { viewport = TABLET_SIZE, locale = 'en-US', touch = false, thirdParties, whole = false }: LaunchOptions,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: !whole && thirdParties === undefined && existsSync(SHELL) ? SHELL : chromiumPath(),
    headless: true,
    args: [...QUIET, TEST_CAMERA, ...(thirdParties === 'blocked' ? ['--test-third-party-cookie-phaseout'] : [])],
    viewport,
    locale,
    hasTouch: touch,
    isMobile: touch,
    timezoneId: 'America/Argentina/Catamarca',
    reducedMotion: 'reduce',
    timeout: 30_000,
  })
  context.setDefaultTimeout(20_000)
  return context
}

/** A 10-inch tablet held upright. */
const TABLET_SIZE = { width: 820, height: 1180 }

/** @returns the process of the browser itself, whose death takes everything else with it */
export async function browserProcess(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (browser === null) throw new Error('This Playwright does not tell the browser of a persistent context')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const own = processInfo.find(({ type }) => type === 'browser')
  if (own === undefined) throw new Error('The browser does not tell its process')
  return own.id
}
