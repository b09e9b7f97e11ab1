import { spawn } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { startServerProcess, type Child } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { withLimit } from '../support/limit.ts'

/** The app as users run it: built pages, demonstration municipality, an inspector who signs in on screen. */

export type Account = { readonly email: string; readonly password: string; readonly role: string }
export type DemoServer = {
  readonly child: Child
  /** data folder of the server */
  readonly folder: string
  readonly origin: string
  readonly inspector: Account
}

/**
 * Builds the pages when their sources are newer than dist.
 * @returns a copy of dist, which a concurrent build does not change
 */
export async function buildApp(): Promise<string> {
  const script = fileURLToPath(new URL('../../../functions/src/embedded/build-stale.mjs', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  const code = await withLimit(new Promise((resolve) => child.on('close', resolve)), 180_000, 'the build')
  if (code !== 0) throw new Error('The app could not be built')
  const copy = await temporaryFolder('dist')
  await cp(new URL('../../../dist/', import.meta.url), copy, { recursive: true })
  return copy
}

/** @param dist the built pages @param more `proxy`: the server runs behind a proxy that reports the client's address */
export async function startDemo(dist: string, ...more: readonly 'proxy'[]): Promise<DemoServer> {
  const folder = await temporaryFolder('demo')
  const child = await startServerProcess('spine/servers/relevo.ts', [folder, 'demo', dist, ...more])
  const accounts = JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8')) as readonly Account[]
  const inspector = accounts.find(({ role }) => role === 'ROLE_INSPECTOR')
  if (inspector === undefined) throw new Error('The demonstration has no inspector')
  return { child, folder, origin: `http://localhost:${child.port}`, inspector }
}

export async function signIn(page: Page, { origin, inspector }: DemoServer): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.locator('input[name="email"]').fill(inspector.email)
  await page.locator('input[name="password"]').fill(inspector.password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** A form in the list that can be opened. */
export const FORM_LINK = 'tbody tr [href^="/contestar/"]'
