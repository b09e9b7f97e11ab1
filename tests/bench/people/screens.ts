import type { Page } from '@playwright/test'
import type { PasswordHasher } from '../../../functions/src/core/ports.ts'
import { startServer } from '../../../functions/src/embedded/server.ts'
import { openBrowser } from '../support/browser.ts'

const ROUNDS = 5
const SCREENS = ['Users', 'Areas', 'Municipalities', 'Audit log'] as const

/**
 * Measures the screens in Chromium with the real server: from a click on their link to a visible row, and from “Add
 * user” to the choice of all places. The first of the five also downloads the screen.
 * @returns the slowest of five, in milliseconds
 */
export async function benchScreens(
  dataDir: string,
  passwords: PasswordHasher,
  account: { readonly email: string; readonly password: string },
): Promise<Readonly<Record<string, number>>> {
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, firstStart: 'nothing', passwords })
  const browser = await openBrowser()
  try {
    const page = await browser.context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.url}/login`)
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    const figures: Record<string, number> = {}
    for (const name of SCREENS)
      figures[`screen_${name.toLowerCase().replace(' ', '_')}_ms`] = await longestOf(async () => {
        await page.goto(`${server.url}/cuenta`)
        await page.getByRole('button', { name: /^Account of/ }).click()
        const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true })
        return timed(
          () => link.click(),
          () => page.getByRole('table', { name }).getByRole('row').nth(1).waitFor(),
        )
      })
    await page.goto(`${server.url}/usuarios`)
    figures['screen_add_user_ms'] = await longestOf(() => addUser(page))
    return figures
  } finally {
    await browser.close()
    await server.close()
  }
}

async function addUser(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog')
  const took = await timed(
    () => page.getByRole('button', { name: 'New user' }).click(),
    () => dialog.getByLabel('Municipality').waitFor(),
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return took
}

async function timed(act: () => Promise<void>, isThere: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await act()
  await isThere()
  return performance.now() - began
}

async function longestOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await measure())
  return Math.round(Math.max(...times))
}
