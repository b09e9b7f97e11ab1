import type { Locator, Page } from 'playwright-core'

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

  async openMenu(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Account of/ }).click()
  }

  /** @param unsent work waits on the device, so leaving is asked about */
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
