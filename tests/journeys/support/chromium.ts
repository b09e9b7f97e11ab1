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
/** A camera that shows a test picture. Permission is still asked for. */
const TEST_CAMERA = '--use-fake-device-for-media-stream'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** The Chromium that `npm test` found (`CHROMIUM_PATH`), an installed one, or Playwright's own. */
function chromiumPath(): string {
  const path =
    process.env['CHROMIUM_PATH'] ?? [...INSTALLED, chromium.executablePath()].find((file) => existsSync(file))
  if (path === undefined) throw new Error('No Chromium on this machine; name one in CHROMIUM_PATH')
  return path
}

/** The same engine without windows, if installed: a journey needs a sixth less CPU. */
const SHELL = '/usr/bin/chromium-headless-shell'

export type LaunchOptions = {
  /**
   * needs the full browser, because the shell wakes no worker for background sync, shows no PDF, and asks for no camera
   */
  readonly whole?: boolean
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly locale?: string
  /** touch input instead of a mouse */
  readonly touch?: boolean
  /** frames of another site have no cookies and no storage; needs the full browser */
  readonly thirdParties?: 'blocked'
}

/** @param profile a folder, because an incognito context keeps IndexedDB in memory and proves nothing about a crash */
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

/** A 10-inch tablet in portrait. */
const TABLET_SIZE = { width: 820, height: 1180 }

/** @returns the browser's main process; killing it ends all others */
export async function browserProcess(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (browser === null) throw new Error('This Playwright does not tell the browser of a persistent context')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const own = processInfo.find(({ type }) => type === 'browser')
  if (own === undefined) throw new Error('The browser does not tell its process')
  return own.id
}
