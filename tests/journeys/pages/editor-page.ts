import type { Locator, Page } from '@playwright/test'

/** Kinds of questions, as in the editor's list. */
export type Kind =
  | 'Text'
  | 'Whole number'
  | 'Decimal number'
  | 'Date'
  | 'Time'
  | 'Link'
  | 'Heading'
  | 'Single choice'
  | 'Multiple choice'
  | 'Yes or no'
  | 'Combined'

/** /editar/…. Sections and questions are found by their titles. */
export class EditorPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async isOpen(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Publish' }).waitFor()
  }

  /** Opens the tab with the form's questions, or with its settings. */
  async look(at: 'Questions' | 'Settings'): Promise<void> {
    await this.#page.getByRole('tab', { name: at }).click()
  }

  /** Returns a group of the settings, expanded. */
  async subject(name: string): Promise<Locator> {
    await this.look('Settings')
    const region = this.#page.getByRole('region', { name, exact: true })
    const fold = region.locator('details').first()
    await region.waitFor()
    if ((await fold.count()) > 0 && (await fold.getAttribute('open')) === null) await fold.locator('summary').click()
    return region
  }

  async write(label: string, text: string, where: Locator = this.#page.locator('main')): Promise<void> {
    await where.getByRole('textbox', { name: label, exact: true }).fill(text)
  }

  async choose(label: string, option: string, where: Locator = this.#page.locator('main')): Promise<void> {
    await where.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
  }

  /** Turns a switch on or off, in the options or elsewhere. */
  async turn(name: string, on: boolean, where: Locator = this.#page.locator('main')): Promise<void> {
    await where.getByRole('switch', { name, exact: true }).setChecked(on)
  }

  async isLocked(name: string): Promise<boolean> {
    return this.#page.getByRole('switch', { name, exact: true }).isDisabled()
  }

  /** @returns the state with this name */
  async addState(name: string): Promise<Locator> {
    const states = await this.subject('States')
    await states.getByRole('button', { name: 'Add state' }).click()
    const fresh = states.getByRole('textbox', { name: /^Name of state/ }).last()
    await fresh.fill(name)
    return states.getByRole('listitem', { name, exact: true })
  }

  /** @returns the new section with this title */
  async addSection(title: string): Promise<Locator> {
    await this.look('Questions')
    const titles = this.#page.getByRole('textbox', { name: /^Title of section/ })
    // A new form begins with an empty section.
    const isFirst = (await titles.count()) === 1 && (await titles.inputValue()) === ''
    if (!isFirst) await this.#page.getByRole('button', { name: 'Add section', exact: true }).click()
    await titles.last().fill(title)
    return this.section(title)
  }

  section(title: string): Locator {
    return this.#page.getByRole('region', { name: title, exact: true })
  }

  async openSettings(section: Locator): Promise<void> {
    const button = section.getByRole('button', { name: 'Section settings' })
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  }

  question(title: string): Locator {
    return this.#page.getByRole('group', { name: title, exact: true })
  }

  /** @param list title of its section or condition @returns the question with its settings open */
  async addQuestion(list: string, title: string, kind: Kind = 'Text'): Promise<Locator> {
    const fresh = this.question('Question without a title')
    if ((await fresh.count()) === 0)
      await this.#page.getByRole('button', { name: `Add question: ${list}`, exact: true }).click()
    await fresh.getByRole('textbox', { name: 'Question', exact: true }).fill(title)
    const question = this.question(title)
    if (kind !== 'Text') {
      await question.getByRole('button', { name: /^Question type: / }).click()
      await this.#page.getByRole('menuitemradio', { name: kind, exact: true }).click()
    }
    const settings = question.getByRole('button', { name: `Settings of: ${title}` })
    if ((await settings.getAttribute('aria-expanded')) !== 'true') await settings.click()
    return question
  }

  /** Pastes options, one per line. */
  async pasteOptions(question: Locator, options: readonly string[]): Promise<void> {
    await question.getByRole('button', { name: 'Add several' }).click()
    await question.getByRole('textbox', { name: 'One option per line' }).fill(options.join('\n'))
    await question.getByRole('button', { name: /^Add \d+ options?$/ }).click()
  }

  /** Waits until the typed text is in this device's database. */
  async isKept(): Promise<void> {
    await this.#page.getByText('Changes saved on this device').waitFor()
  }

  async undo(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  }

  async pressPublish(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Publish' }).click()
  }

  /** Messages that prevent saving, one line each. */
  problems(): Locator {
    return this.#page.getByRole('alert').filter({ hasText: 'The form was not published' }).getByRole('listitem')
  }

  /** Saves a draft and stays in the editor. */
  async keep(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Save draft' })
    await button.click()
    // A saved draft cannot be saved again.
    await this.#page.waitForFunction((node) => (node as HTMLButtonElement).disabled, await button.elementHandle())
  }

  /** Publishes, and waits for the list. */
  async save(): Promise<void> {
    await this.pressPublish()
    const toForms = this.#page.getByRole('button', { name: 'Back to the forms' })
    await Promise.race([
      this.#page.waitForURL(/\/listar/),
      // After the first publication a dialog shows the form's address before the list.
      toForms.click().catch(() => undefined),
    ])
    await this.#page.waitForURL(/\/listar/)
  }
}
