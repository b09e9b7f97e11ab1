import type { Page } from '@playwright/test'
import type { Person } from '../support/town.ts'

/** /login, and the same form in the dialog of a session that has ended. */
export class SignInPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async signIn({ email, password }: Person): Promise<void> {
    await this.#page.getByLabel('E-mail').fill(email)
    await this.#page.getByLabel('Password', { exact: true }).fill(password)
    await this.#page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await this.#page.waitForURL((url) => url.pathname !== '/login')
  }

  /** Signs in again in the dialog: the address is filled in, the password is not. */
  async signInAgain({ password }: Person): Promise<void> {
    await this.#page.getByRole('button', { name: 'Sign in again' }).click()
    const dialog = this.#page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
}
