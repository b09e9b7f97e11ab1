import type { Locator, Page } from '@playwright/test'
import { signaturePad, type SignaturePad } from '../controls/signature-pad.ts'

/** Button names: staff save, the public sends. */
const SAVE = /^(Save (answer|changes)|Send( complaint)?)$/

/** /contestar/{form}. Questions are found by their title. */
export class AnsweringPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  /** @param nth index, for a title that occurs in several rows */
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

  /** Attaches a document or a video, by its bytes. */
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

  /** Whether the question is required. Forms mark either required or optional questions. */
  async isRequired(question: Locator): Promise<boolean> {
    return (await question.getAttribute('data-required')) === 'true'
  }

  /** Answers a question quickly: with its first option, or a few letters. */
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
      // A date or a time may have a default value.
      if ((await text.inputValue()) !== '') return
      await text.tap()
      const typed = new Map([
        ['DD/MM/YYYY', '22112026'],
        ['HH:mm', '1030'],
      ])
      await text.pressSequentially(typed.get(looks ?? '') ?? (digits ? '12' : 'Sí'))
    }
  }

  /** The bottom bar: its height, number of lines, and top. */
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

  /** Bottom of the focused element, in pixels from the top of the window. */
  async focusEnds(): Promise<number> {
    return this.#page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Number.NaN)
  }

  /** Opens the list of missing answers after a refused save. */
  async openMissing(): Promise<Locator> {
    await this.#page.getByRole('button', { name: /^\d+ missing$/ }).tap()
    const list = this.#page.getByRole('region', { name: 'Some required fields are missing.' })
    await list.waitFor()
    return list
  }

  /** The question that contains the focus. */
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

  /** Saves a correction after reviewing its changes. */
  async saveCorrection(reason?: string): Promise<void> {
    await this.pressSave()
    const review = this.#page.getByRole('dialog', { name: 'Your changes' })
    if (reason !== undefined) await review.getByLabel('Reason (optional)').fill(reason)
    await review.getByRole('button', { name: 'Save changes' }).click()
  }

  /** Saves, and waits for the confirmation. */
  async save(): Promise<void> {
    await this.pressSave()
    await this.#page.waitForURL(/\/guardado\//)
  }

  async refusal(): Promise<string> {
    return this.#page.getByRole('alert').filter({ hasText: 'The answer is not saved yet.' }).innerText()
  }
}
