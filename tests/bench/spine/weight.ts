import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page, Response } from '@playwright/test'
import { openBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { FORM_LINK, signIn, startDemo, type DemoServer } from './app.ts'
import { noteWhenUsable } from './usable.ts'

export type WeightFigures = { readonly signIn: Weight; readonly answering: Weight }
/** `bytes` after gzip -9 of each file's content, whatever its transfer encoding */
export type Weight = {
  readonly bytes: number
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
}

/**
 * JavaScript and CSS that a page requests with an empty cache until it is usable. Service workers are blocked, so that
 * precaching is not counted and cannot serve the page.
 */
export async function measureWeight(dist: string): Promise<WeightFigures> {
  const server = await startDemo(dist)
  try {
    const signInWeight = await inFreshBrowser((page) =>
      weigh(page, `${server.origin}/login`, 'input[name="password"]:not([disabled])'),
    )
    const answering = await inFreshBrowser((page, context) => weighAnswering(page, context, server))
    return { signIn: signInWeight, answering }
  } finally {
    await server.child.kill()
  }
}

export async function inFreshBrowser<T>(work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await openBrowser(await temporaryFolder('fresh'), { serviceWorkers: 'block' })
  try {
    return await work(await browser.context.newPage(), browser.context)
  } finally {
    await browser.close()
  }
}

/** Signs in and downloads the forms; then empties the browser's cache and opens the form by its URL. */
async function weighAnswering(page: Page, context: BrowserContext, server: DemoServer): Promise<Weight> {
  await signIn(page, server)
  await page.goto(`${server.origin}/listar`)
  const link = page.locator(FORM_LINK).first()
  await link.waitFor()
  const path = await link.getAttribute('href')
  if (path === null) throw new Error('The first form has no address')
  await page.close()
  const fresh = await context.newPage()
  const cdp = await context.newCDPSession(fresh)
  await cdp.send('Network.clearBrowserCache')
  await cdp.detach()
  return weigh(fresh, `${server.origin}${path}`, 'main input:not([disabled]):not([readonly])')
}

export async function weigh(page: Page, address: string, usable: string): Promise<Weight> {
  const responses = new Map<string, Response>()
  page.on('response', (response) => responses.set(response.url(), response))
  const usableAt = await noteWhenUsable(page, usable)
  await page.goto(address, { waitUntil: 'commit' })
  const until = await usableAt()
  // Requests that the page began before it was usable, by its own clock. Later requests, when idle, do not count.
  const urls = await page.evaluate(
    (limit) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime <= limit)
        .map((entry) => entry.name),
    until,
  )
  const files = await Promise.all(urls.filter(isCode).map((url) => weighFile(url, responses.get(url))))
  if (files.length === 0) throw new Error(`${address} has fetched no code`)
  files.sort((a, b) => b.bytes - a.bytes)
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), files }
}

function isCode(url: string): boolean {
  return /\.(?:m?js|css)$/.test(new URL(url).pathname)
}

async function weighFile(url: string, response: Response | undefined) {
  if (response?.ok() !== true) throw new Error(`${url} answered ${response?.status() ?? 'nothing'}`)
  return { path: new URL(url).pathname, bytes: gzipSync(await response.body(), { level: 9 }).length }
}
