import { answerRequired, cardAt, type Filling } from './fields.ts'
import type { Hands } from './hands.ts'

const FORM = '/contestar/censo-arbolado'

/** Registers a block with two trees and a picture of each, on a tablet with a known location. */
export async function registerTrees(hands: Hands, origin: string, photo: string): Promise<void> {
  const { page } = hands
  const filling: Filling = { hands, photo }
  await hands.open(origin + FORM)
  await hands.choose(page.getByRole('button', { name: 'Use my location' }))
  await hands.until(page.getByText(/^Measured by this device/))
  await answerRequired(filling)
  await hands.choose(page.getByRole('button', { name: 'Add tree' }))
  await hands.until(cardAt(hands, '1/r0/0').locator(':focus'))
  await answerRequired(filling)
  for (const address of ['1/6', '1/r0/6']) {
    const card = cardAt(hands, address)
    await hands.picture(() => card.locator('input[type="file"]').first().setInputFiles(photo), card.getByRole('img'))
  }
  await hands.choose(page.getByRole('button', { name: 'Save answer' }))
  await page.waitForURL(/\/guardado\//)
}
