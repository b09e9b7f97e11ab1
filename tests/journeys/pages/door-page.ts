import type { Page } from '@playwright/test'
import { eventually } from '../support/waiting.ts'

/** /entradas/{form} */
export class DoorPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** Checks that the page asks for the door's name. */
  async isToBeNamed(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Start checking tickets' }).waitFor()
  }

  async open(name: string): Promise<void> {
    await this.#page.getByLabel('Name of this door').fill(name)
    await this.#page.getByRole('button', { name: 'Start checking tickets' }).click()
    await this.isOpen()
  }

  async isOpen(): Promise<void> {
    await this.#page.getByLabel('Ticket number').waitFor()
  }

  /** Types like a keyboard scanner, without a focused field: all keys at once, however busy the machine is. */
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

  /** @param words of the current verdict */
  async says(...words: readonly (string | RegExp)[]): Promise<void> {
    for (const word of words) await this.#page.getByRole('alert').getByText(word).waitFor()
  }

  /**
   * Scans until the verdict contains the word. Within 3 s the same code is one scan, and scans of other doors are still
   * arriving.
   */
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

  /** @returns the URL of a new link, which is shown only once */
  async makeLink(name: string): Promise<string> {
    await this.#pressTool('Door links')
    await this.#page.getByLabel('Who uses the link').fill(name)
    await this.#page.getByRole('button', { name: 'Create link' }).click()
    return this.#page.getByLabel('Door link', { exact: true }).inputValue()
  }

  async close(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Close' }).click()
  }

  async openReport(): Promise<void> {
    await this.#pressTool('All doors')
  }

  /** Presses a button for staff, which is in a menu on phones. */
  async #pressTool(name: string): Promise<void> {
    const tool = this.#page.getByRole('button', { name })
    const more = this.#page.getByRole('button', { name: 'More' })
    await tool.or(more).first().waitFor()
    if (await more.isVisible()) await more.click()
    await tool.click()
  }
}
