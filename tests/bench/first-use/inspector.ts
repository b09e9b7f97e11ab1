import { AnsweringPage } from '../../journeys/pages/answering-page.ts'
import { answer, answerRequired, cardAt } from './fields.ts'
import type { Hands } from './hands.ts'

/** An inspection of a shop: 57 questions in sections that are rendered near the viewport. */
const FORM = '/contestar/inspeccion-local'
/** Questions left out on purpose: a text, and two choices. */
const OVERLOOKED = ['1/0', '2/0', '4/3']

/**
 * Fills in an inspection offline, from the opened form to the confirmation. Answers the required questions and signs.
 */
export async function inspectShop(hands: Hands, origin: string, photo: string): Promise<void> {
  const { page } = hands
  const form = new AnsweringPage(page)
  const filling = { hands, photo }
  await hands.open(origin + FORM)
  await hands.until(page.locator('[data-question]').first())
  await answerRequired(filling, OVERLOOKED)
  await hands.sign(() => form.signature('Inspector actuante').draw())

  const save = page.getByRole('button', { name: 'Save answer' })
  await hands.choose(save)
  await hands.until(page.getByText('Some required fields are missing.').first())
  hands.refused()
  for (const [index, address] of OVERLOOKED.entries()) {
    const card = cardAt(hands, address)
    // The first missing question gets the focus by itself, the next one by the "next" key of a text, or by a button.
    if (index > 0) {
      const isTyped =
        (await cardAt(hands, OVERLOOKED[index - 1] ?? address)
          .getByRole('radio')
          .count()) === 0
      if (isTyped) await hands.press('Enter')
      else await hands.choose(page.getByRole('button', { name: 'Next missing' }))
    }
    await hands.until(card.locator(':focus'))
    await answer(filling, card)
  }
  await hands.choose(save)
  await page.waitForURL(/\/guardado\//)
}

/** The same inspection with nothing left out and both signatures. */
export async function inspectShopWithSignatures(hands: Hands, origin: string, photo: string): Promise<void> {
  const { page } = hands
  const form = new AnsweringPage(page)
  await hands.open(origin + FORM)
  await hands.until(page.locator('[data-question]').first())
  await answerRequired({ hands, photo })
  await hands.sign(() => form.signature('Inspector actuante').draw())
  const holder = page.getByRole('group', { name: 'Titular o encargado' })
  for (const [field, name] of [
    ['First name', 'Juana'],
    ['Last name', 'Ríos'],
  ] as const) {
    await hands.choose(holder.getByLabel(field))
    await hands.type(name)
  }
  await hands.sign(() => form.signature('Titular o encargado').draw())
  await hands.choose(page.getByRole('button', { name: 'Save answer' }))
  await page.waitForURL(/\/guardado\//)
}
