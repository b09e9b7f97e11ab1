import type { Locator, Page } from '@playwright/test'

/** /sincronizacion */
export class SyncCentrePage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async sendNow(): Promise<void> {
    await this.#page.getByRole('button', { name: /^(Send|Synchronise) now$/ }).click()
  }

  async nothingWaits(): Promise<void> {
    await this.#page.getByText('Nothing is pending.').waitFor()
  }

  list(name: 'To be sent' | 'Needs your attention' | 'Drafts' | 'Recently received'): Locator {
    return this.#page.getByRole('list', { name }).getByRole('listitem')
  }
}
