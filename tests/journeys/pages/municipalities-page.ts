import type { Page } from '@playwright/test'

/** @returns the dialog's text about the affected users */
export class MunicipalitiesPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** Opens the menu of a row, and chooses an action. */
  async choose(name: string, action: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await this.#page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  async block(name: string): Promise<string> {
    await this.choose(name, 'Block')
    const dialog = this.#page.getByRole('dialog', { name: `Block ${name}?` })
    await dialog.getByText(/It has \d+ users?/).waitFor()
    const said = await dialog.innerText()
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    return said
  }

  async unblock(name: string): Promise<void> {
    await this.choose(name, 'Unblock')
    const dialog = this.#page.getByRole('dialog', { name: `Unblock ${name}?` })
    await dialog.getByRole('button', { name: 'Unblock', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  /** @param other the name that it has from then on */
  async rename(name: string, other: string): Promise<void> {
    await this.choose(name, 'Edit')
    const dialog = this.#page.getByRole('dialog', { name: `Edit ${name}` })
    await dialog.getByLabel('Name').fill(other)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await this.#page.getByRole('link', { name: `Settings of ${other}` }).waitFor()
  }

  async openSettings(name: string): Promise<void> {
    await this.#page.getByRole('row', { name }).getByRole('link').click()
    await this.#page.getByRole('heading', { name: `Settings of ${name}`, level: 1 }).waitFor()
  }

  async switchOn(setting: string): Promise<void> {
    await this.#page.getByRole('switch', { name: setting }).check({ force: true })
    await this.#page.getByRole('button', { name: 'Save settings' }).click()
    await this.#page.getByText('The settings were saved').waitFor()
  }
}
