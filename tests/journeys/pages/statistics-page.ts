import type { Locator, Page } from '@playwright/test'

/** /estadisticas/{form} */
export class StatisticsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async choose(period: string): Promise<void> {
    await this.#page.getByLabel('Period').selectOption({ label: period })
    await this.#page.waitForURL(/desde=/)
    await this.#page.getByRole('region', { name: 'Filtered answers' }).waitFor()
    // The previous figures stay on screen until those of this period have loaded.
    await this.#page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  }

  /** Number of answers that match the filters. */
  async found(): Promise<number> {
    return Number(await this.#page.getByRole('region', { name: 'Filtered answers' }).locator('strong').innerText())
  }

  /** Bottom of the number of answers, in pixels from the top of the window. */
  async figuresEnd(): Promise<number> {
    const box = await this.#page.getByRole('region', { name: 'Filtered answers' }).locator('strong').boundingBox()
    return box === null ? Number.NaN : box.y + box.height
  }

  /** The positions of the filters' lower edges, in steps of 12 px. */
  async filterLines(): Promise<readonly number[]> {
    const controls = this.#page.getByRole('search').locator('select, input, button')
    const bottoms = await controls.evaluateAll((all) =>
      all.filter((each) => each.checkVisibility()).map((each) => Math.round(each.getBoundingClientRect().bottom / 12)),
    )
    return [...new Set(bottoms)]
  }

  async shows(answers: number): Promise<void> {
    await this.#page
      .getByRole('region', { name: 'Filtered answers' })
      .locator('strong', { hasText: new RegExp(`^${answers}$`) })
      .waitFor()
  }

  /** Options with their counts, most frequent first. */
  async answered(question: string): Promise<readonly { readonly name: string; readonly count: number }[]> {
    const rows = this.#table(question).locator('tbody tr')
    await rows.first().waitFor()
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector('button')?.textContent ?? '',
        count: Number(row.querySelector('td a')?.textContent ?? 0),
      })),
    )
    return shown.toSorted((a, b) => b.count - a.count)
  }

  async pick(question: string, option: string): Promise<void> {
    await this.#table(question).getByRole('button', { name: option, exact: true }).focus()
    await this.#page.keyboard.press('Enter')
  }

  /** @returns the path of the downloaded file */
  async takesPdf(): Promise<string> {
    const downloading = this.#page.waitForEvent('download')
    await this.#page.getByRole('button', { name: 'Download PDF' }).click()
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click()
    return (await downloading).path()
  }

  async goToAnswers(question: string, option: string): Promise<void> {
    await this.#table(question)
      .getByRole('link', { name: new RegExp(`see the answers with ${option}$`) })
      .click()
    await this.#page.waitForURL(/respuestas\/listado/)
  }

  #table(question: string): Locator {
    return this.#page.getByRole('table', { name: question })
  }
}
