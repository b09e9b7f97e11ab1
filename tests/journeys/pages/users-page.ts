import type { Locator, Page } from '@playwright/test'

/** /usuarios */
export class UsersPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  row(username: string): Locator {
    return this.#page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: username })
  }

  async find(typed: string): Promise<void> {
    await this.#page.getByLabel('Name, username or e-mail').fill(typed)
  }

  /** @returns the dialog in which a user is edited */
  async edit(username: string): Promise<Locator> {
    await this.#page.getByRole('button', { name: `Edit ${username}`, exact: true }).click()
    const dialog = this.#page.getByRole('dialog', { name: `Edit ${username}` })
    await dialog.getByLabel('First name').waitFor()
    return dialog
  }

  async add(person: {
    readonly email: string
    readonly username: string
    readonly firstName: string
    readonly lastName: string
    readonly role: string
    readonly legajo: string
    readonly places: readonly [country: string, province: string, municipality: string]
    readonly area: string
  }): Promise<void> {
    await this.#page.getByRole('button', { name: 'New user' }).click()
    const dialog = this.#page.getByRole('dialog', { name: 'New user' })
    await dialog.getByLabel('E-mail').fill(person.email)
    await dialog.getByLabel('Username').fill(person.username)
    await dialog.getByLabel('First name').fill(person.firstName)
    await dialog.getByLabel('Last name').fill(person.lastName)
    await dialog.getByLabel('Role').selectOption({ label: person.role })
    await dialog.getByLabel('Staff number').fill(person.legajo)
    const [country, province, municipality] = person.places
    await dialog.getByLabel('Country').selectOption({ label: country })
    await dialog.getByLabel('Province').selectOption({ label: province })
    await dialog.getByLabel('Municipality').selectOption({ label: municipality })
    await dialog.getByLabel(person.area).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
  }
}
