import type { Locator, Page } from 'playwright-core'
import { signaturePad, type SignaturePad } from '../controls/signature-pad.ts'

/** /contestar/{form}. Questions are named by their title, as people name them. */
export class AnsweringPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** @param nth for a title that stands in several rows */
  question(title: string, nth = 0): Locator {
    return this.#page
      .locator('[data-question]')
      .filter({ has: this.#page.getByText(title, { exact: true }) })
      .nth(nth)
  }

  async type(title: string, text: string, nth = 0): Promise<void> {
    await this.question(title, nth).getByRole('textbox').fill(text)
  }

  async choose(title: string, option: string): Promise<void> {
    await this.question(title).getByText(option, { exact: true }).click()
  }

  /** Chooses a picture, as from the gallery; resolves when it is stored and shown. */
  async attachPhoto(title: string, file: string, nth = 0): Promise<void> {
    const question = this.question(title, nth)
    await question.locator('input[type="file"]').first().setInputFiles(file)
    await question.getByRole('img').waitFor()
  }

  /** A document or a video, by its bytes. */
  async attachFile(
    title: string,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void> {
    const question = this.question(title)
    const accepts = file.mimeType.startsWith('video/') ? 'video' : '.pdf'
    await question.locator(`input[type="file"][accept*="${accepts}"]`).setInputFiles(file)
    await question.getByText(file.name).waitFor()
  }

  async checkCondition(text: string): Promise<void> {
    await this.#page.getByRole('checkbox', { name: text }).check()
  }

  async repeatSection(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Repeat section' }).click()
  }

  signature(title: string): SignaturePad {
    return signaturePad(this.#page.getByRole('group', { name: title }))
  }

  /** What has the focus, by the question it stands in. */
  async focusedQuestion(): Promise<string | null> {
    return this.#page.evaluate(
      () => document.activeElement?.closest('[data-question]')?.getAttribute('data-question') ?? null,
    )
  }

  async draftIsKept(): Promise<void> {
    await this.#page.getByText('Draft kept on this device').waitFor()
  }

  async pressSave(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Save answer' }).click()
  }

  /** Saves, and waits for the word that it is safe. */
  async save(): Promise<void> {
    await this.pressSave()
    await this.#page.waitForURL(/\/guardado\//)
  }

  async refusal(): Promise<string> {
    return this.#page.getByRole('alert').filter({ hasText: 'The answer is not saved yet.' }).innerText()
  }
}
