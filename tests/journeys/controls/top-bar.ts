import type { Locator, Page } from '@playwright/test'
import { eventually } from '../support/waiting.ts'

/** The bar over every screen: the sync indicator and the account's menu. */
export class TopBar {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  get indicator(): Locator {
    return this.#page.getByTitle('Open the sync centre')
  }

  async says(text: string | RegExp, within = 30_000): Promise<void> {
    await this.indicator.getByText(text).waitFor({ timeout: within })
  }

  /** Checks that the menu fits between the bar and the window's edge; otherwise its last entry would be unreachable. */
  async openMenu(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Account of/ }).click()
    const menu = this.#page.getByRole('dialog', { name: /^Account/ })
    await eventually('the menu in the window', async () => {
      const box = await menu.boundingBox()
      return box !== null && box.y + box.height <= (await this.#page.evaluate(() => innerHeight))
    })
  }

  /** @param unsent unsent work exists, so that signing out asks for confirmation */
  async signOut({ unsent = false } = {}): Promise<void> {
    await this.openMenu()
    await this.#page.getByRole('button', { name: 'Sign out', exact: true }).click()
    if (unsent)
      await this.#page
        .getByRole('dialog', { name: 'Sign out with unsent work?' })
        .getByRole('button', { name: 'Sign out' })
        .click()
    await this.#page.waitForURL(/\/login/)
  }
}
