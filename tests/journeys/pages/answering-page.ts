import type { Locator, Page } from '@playwright/test'
import { signaturePad, type SignaturePad } from '../controls/signature-pad.ts'

/** Saved by the staff, sent by the public. */
const SAVE = /^(Save (answer|changes)|Send( complaint)?)$/

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

  /** Whether it has to be answered: that is marked, or what need not be. */
  async isRequired(question: Locator): Promise<boolean> {
    return (await question.getAttribute('data-required')) === 'true'
  }

  /** Answers a question as a user in a hurry does: with the first of what it offers, or a few letters. */
  async answerSomehow(question: Locator, photo: string): Promise<void> {
    const choice = question.locator('label:has(input)').first()
    const text = question.getByRole('textbox').first()
    if (await choice.count()) await choice.tap()
    else if (await question.locator('input[type="file"]').count()) {
      await question.locator('input[type="file"]').first().setInputFiles(photo)
      await question.getByRole('img').waitFor()
    } else {
      const looks = await text.getAttribute('placeholder')
      const digits = (await text.getAttribute('inputmode')) !== null
      // A day or a time may stand there from the start.
      if ((await text.inputValue()) !== '') return
      await text.tap()
      const typed = new Map([
        ['DD/MM/YYYY', '22112026'],
        ['HH:mm', '1030'],
      ])
      await text.pressSequentially(typed.get(looks ?? '') ?? (digits ? '12' : 'Sí'))
    }
  }

  /** The bar at the foot: how high it is, how many lines its parts stand on, and where it begins. */
  async bar(): Promise<{ readonly height: number; readonly lines: number; readonly top: number }> {
    const save = this.#page.getByRole('button', { name: SAVE })
    return save.evaluate((button) => {
      const line = button.parentElement
      const bar = line?.parentElement
      if (line === null || bar === null || bar === undefined) throw new Error('The button stands in no bar')
      const middles = [...line.children]
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ top, bottom }) => Math.round((top + bottom) / 2))
      const { height, top } = bar.getBoundingClientRect()
      return { height, top, lines: new Set(middles).size }
    })
  }

  /** Where what has the focus ends, pixels from the top of the window. */
  async focusEnds(): Promise<number> {
    return this.#page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Number.NaN)
  }

  /** After a refused save: what is missing, from its button. */
  async openMissing(): Promise<Locator> {
    await this.#page.getByRole('button', { name: /^\d+ missing$/ }).tap()
    const list = this.#page.getByRole('region', { name: 'Some required fields are missing.' })
    await list.waitFor()
    return list
  }

  /** What has the focus, by the question it stands in. */
  async focusedQuestion(): Promise<string | null> {
    return this.#page.evaluate(
      () => document.activeElement?.closest('[data-question]')?.getAttribute('data-question') ?? null,
    )
  }

  async draftIsKept(): Promise<void> {
    await this.#page.getByText('Draft saved on this device').waitFor()
  }

  async pressSave(): Promise<void> {
    await this.#page.getByRole('button', { name: SAVE }).click()
  }

  /** Saves a correction after a look at what it changes. */
  async saveCorrection(reason?: string): Promise<void> {
    await this.pressSave()
    const review = this.#page.getByRole('dialog', { name: 'Your changes' })
    if (reason !== undefined) await review.getByLabel('Reason (optional)').fill(reason)
    await review.getByRole('button', { name: 'Save changes' }).click()
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
