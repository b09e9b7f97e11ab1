import type { Page } from 'playwright-core'

/** /entradas/{form} */
export class DoorPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async open(name: string): Promise<void> {
    await this.#page.getByLabel('Name of this door').fill(name)
    await this.#page.getByRole('button', { name: 'Open the door' }).click()
    await this.isOpen()
  }

  async isOpen(): Promise<void> {
    await this.#page.getByLabel('Number of the ticket').waitFor()
  }

  async type(number: string): Promise<void> {
    await this.#page.getByLabel('Number of the ticket').fill(number)
    await this.#page.getByRole('button', { name: 'Check' }).click()
  }

  /** As a scanner does that is a keyboard, with the focus on nothing. */
  async scan(code: string): Promise<void> {
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await this.#page.keyboard.type(code)
    await this.#page.keyboard.press('Enter')
  }

  /** @param words of the verdict that stands now */
  async says(...words: readonly (string | RegExp)[]): Promise<void> {
    for (const word of words) await this.#page.getByRole('alert').getByText(word).waitFor()
  }

  async shows(text: string | RegExp): Promise<void> {
    await this.#page.getByText(text).first().waitFor()
  }

  /** @returns the address of a new link, as it is shown this once */
  async makeLink(name: string): Promise<string> {
    await this.#page.getByRole('button', { name: 'Links for doors' }).click()
    await this.#page.getByLabel('Who it is for').fill(name)
    await this.#page.getByRole('button', { name: 'Make a link' }).click()
    return this.#page.getByLabel('Link of the door', { exact: true }).inputValue()
  }

  async close(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Close' }).click()
  }

  async openReport(): Promise<void> {
    await this.#page.getByRole('button', { name: 'All doors' }).click()
  }
}
