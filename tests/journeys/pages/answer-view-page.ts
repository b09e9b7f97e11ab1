import type { Page } from '@playwright/test'

/** /ver/{answer} */
export class AnswerViewPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async shows(text: string): Promise<void> {
    await this.#page.getByText(text, { exact: true }).first().waitFor()
  }

  /** @returns the number of pictures that are really drawn */
  async drawnPictures(): Promise<number> {
    return this.#page
      .locator('main img')
      .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)
  }
}
