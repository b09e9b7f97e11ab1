import type { Page } from '@playwright/test'

/** /listar */
export class FormsListPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async search(text: string): Promise<void> {
    await this.#page.getByLabel('Form name').fill(text)
  }

  async answer(title: string): Promise<void> {
    await this.#page.getByRole('link', { name: `Answer ${title}` }).click()
    await this.#page.waitForURL(/\/contestar\//)
  }

  /** Waits until the list has come from the server and is on the device. */
  async isHere(title: string): Promise<void> {
    await this.#page.getByRole('link', { name: `Answer ${title}` }).waitFor()
  }

  async newForm(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New form' }).click()
    await this.#page.waitForURL(/\/editar\//)
  }

  /** Chooses an item of the form's menu. */
  async choose(title: string, item: 'Edit' | 'My answers' | 'Duplicate' | 'Delete'): Promise<void> {
    await this.#page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click()
    await this.#page.getByRole('menuitem', { name: item }).click()
  }
}
