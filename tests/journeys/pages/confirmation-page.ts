import type { Page } from '@playwright/test'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'

/** /contestar/{form}/guardado/{answer}: the confirmation of an answer that was just saved. */
export class ConfirmationPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  answerId(): AnswerId {
    return answerIdSchema.parse(new URL(this.#page.url()).pathname.split('/').at(-1))
  }

  async isSavedOnTheDevice(): Promise<void> {
    await this.#page.getByRole('heading', { name: 'The answer was saved' }).waitFor()
  }

  /** @returns the code assigned by the server */
  async isRegistered(within = 30_000): Promise<string> {
    await this.#page.getByRole('heading', { name: 'The answer was registered' }).waitFor({ timeout: within })
    return this.#page.locator('strong.r-code').innerText()
  }
}
