import type { Page } from '@playwright/test'
import { eventually } from '../support/waiting.ts'

/** /entradas/{form} */
export class DoorPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** Where a door is named, before it is opened. */
  async isToBeNamed(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Open door' }).waitFor()
  }

  async open(name: string): Promise<void> {
    await this.#page.getByLabel('Name of this door').fill(name)
    await this.#page.getByRole('button', { name: 'Open door' }).click()
    await this.isOpen()
  }

  async isOpen(): Promise<void> {
    await this.#page.getByLabel('Ticket number').waitFor()
  }

  /** As a scanner does that is a keyboard, with the focus on nothing: all keys at once, however busy the machine is. */
  async scan(code: string): Promise<void> {
    await this.#page.evaluate(
      (keys) => {
        const focused = document.activeElement
        if (focused instanceof HTMLElement) focused.blur()
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      },
      [...code, 'Enter'],
    )
  }

  /** @param words of the verdict that stands now */
  async says(...words: readonly (string | RegExp)[]): Promise<void> {
    for (const word of words) await this.#page.getByRole('alert').getByText(word).waitFor()
  }

  /** Scans until the verdict says so: within 3 s the same code is one scan, and what other doors know is on its way. */
  async comesToSay(code: string, word: string): Promise<void> {
    const verdict = this.#page.getByRole('alert').getByText(word)
    await eventually(
      `a door that says: ${word}`,
      async () => {
        await this.scan(code)
        return verdict.waitFor({ timeout: 1_000 }).then(() => true)
      },
      { every: 3_100 },
    )
  }

  async shows(text: string | RegExp): Promise<void> {
    await this.#page.getByText(text).first().waitFor()
  }

  /** @returns the address of a new link, as it is shown this once */
  async makeLink(name: string): Promise<string> {
    await this.#page.getByRole('button', { name: 'Door links' }).click()
    await this.#page.getByLabel('Who it is for').fill(name)
    await this.#page.getByRole('button', { name: 'Create link' }).click()
    return this.#page.getByLabel('Door link', { exact: true }).inputValue()
  }

  async close(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Close' }).click()
  }

  async openReport(): Promise<void> {
    await this.#page.getByRole('button', { name: 'All doors' }).click()
  }
}
