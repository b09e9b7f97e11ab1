import type { Locator, Page } from '@playwright/test'
import { codeAt, HALF_MINUTE } from '../../support/server/factors.ts'
import type { Person } from '../support/town.ts'

/** Second factors: set up at /cuenta or at sign-in, shown at sign-in. */
export class SecondFactorPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** Enters the password, when a second factor is required. */
  async showPassword({ email, password }: Person): Promise<void> {
    await this.#page.getByLabel('E-mail').fill(email)
    await this.#page.getByLabel('Password', { exact: true }).fill(password)
    await this.#page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async showCode(code: string): Promise<void> {
    await this.#page.getByLabel('Code', { exact: true }).fill(code)
    await this.#page.getByRole('button', { name: 'Continue' }).click()
  }

  /** Goes from the name to the recovery codes of a first factor, in a dialog or at sign-in. */
  async begin(at: Locator): Promise<void> {
    await at.getByRole('button', { name: 'Continue' }).click()
    await at.getByRole('list', { name: 'Recovery codes' }).waitFor()
  }

  /** Confirms with a code, like the app. @returns its secret */
  async confirm(at: Locator): Promise<string> {
    const address = await at.getByRole('link', { name: 'Open an app on this device' }).getAttribute('href')
    const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
    await at.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()))
    await at.getByRole('button', { name: 'Confirm' }).click()
    return secret
  }

  /** Sets up an app completely. @returns its secret and the recovery codes */
  async setUpApp(at: Locator): Promise<{ readonly secret: string; readonly recovery: readonly string[] }> {
    await this.begin(at)
    const recovery = await this.keepRecovery(at)
    return { secret: await this.confirm(at), recovery }
  }

  async keepRecovery(at: Locator): Promise<readonly string[]> {
    const list = at.getByRole('list', { name: 'Recovery codes' })
    await list.waitFor()
    const codes = await list.getByRole('listitem').allTextContents()
    await at.getByRole('button', { name: 'I have saved them' }).click()
    return codes
  }
}

/** The code of the next half minute, which is already accepted: the code used for the setup cannot be used again. */
export function nextCode(secret: string): string {
  return codeAt(secret, Date.now() + HALF_MINUTE)
}
