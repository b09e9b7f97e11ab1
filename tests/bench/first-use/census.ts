import { answerRequired } from './fields.ts'
import type { Hands } from './hands.ts'

const FORM = '/contestar/censo-arbolado'

/** Registers a block with two trees and a picture of each, on a tablet with a known location. */
export async function registerTrees(hands: Hands, origin: string, photo: string): Promise<void> {
  const { page } = hands
  const takePicture = async (): Promise<void> => {
    const card = page.locator('[data-question^="1/"]').filter({ hasText: 'Foto del árbol' }).last()
    await hands.picture(() => card.locator('input[type="file"]').first().setInputFiles(photo), card.getByRole('img'))
  }
  await hands.open(origin + FORM)
  await hands.choose(page.getByRole('button', { name: 'Use my location' }))
  await hands.until(page.getByText(/^Measured by this device/))
  const seen = await answerRequired({ hands, photo })
  await takePicture()
  // Folds the first tree.
  await hands.choose(page.getByRole('button', { name: 'Add tree' }))
  await hands.until(page.getByRole('group', { name: 'Tree 2' }))
  await answerRequired({ hands, photo }, [...seen])
  await takePicture()
  await hands.choose(page.getByRole('button', { name: 'Save answer' }))
  await page.waitForURL(/\/guardado\//)
}
