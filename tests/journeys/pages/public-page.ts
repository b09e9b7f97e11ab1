import type { Page } from '@playwright/test'

/** /publico/contestar/{form}, on a device with a draft that was never sent. */
export class PublicFormPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async asksWhoseDraft(): Promise<void> {
    await this.#page.getByText('A draft of this form is on this device.').waitFor()
  }

  async continues(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Continue' }).click()
  }
}

/** /publico/guardado/{form}/{code}: what a person without an account reads about their answer. */
export class PublicSavedPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** Checks that the answer is stored on the device and waits for a connection. */
  async waits(): Promise<void> {
    await this.#page.getByText('Saved on this device', { exact: true }).waitFor()
  }

  /** @returns the assigned code */
  async isRegistered(within = 60_000): Promise<string> {
    await this.#page.getByRole('heading', { name: 'The answer was registered' }).waitFor({ timeout: within })
    return this.#page.locator('.r-code').first().innerText()
  }
}
