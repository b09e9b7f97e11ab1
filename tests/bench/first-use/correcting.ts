import type { Hands } from './hands.ts'

const LIST = '/respuestas/listado/inspeccion-local'
const FOUND = 'carranza'

/** Finds an approved answer about a person in the list, corrects one word and prints it. */
export async function correctAnswer(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.addInitScript(() => {
    window.print = () => void (document.documentElement.dataset['printed'] = 'yes')
  })
  await hands.open(origin + LIST)
  await hands.until(link(/^See answer/).first())
  await hands.choose(page.getByRole('button', { name: 'Filters', exact: true }))
  await hands.choose(page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Aprobado', exact: true }))
  await page.waitForURL(/estado=/)
  await hands.choose(page.getByRole('searchbox', { name: 'Search answers' }))
  await hands.type(FOUND)
  await page.waitForURL(/codigo=/)
  await hands.choose(link(/^See answer/).first())
  await hands.choose(link('Edit answer'))
  await hands.choose(page.getByRole('textbox', { name: 'Nombre de fantasía' }))
  await hands.type(' Bis')
  await hands.choose(button('Save changes'))
  await hands.choose(page.getByRole('dialog', { name: 'Your changes' }).getByRole('button', { name: 'Save changes' }))
  await hands.choose(link('Print').first())
  await hands.choose(button('Print or save as PDF'))
  await hands.until(page.locator('html[data-printed]'))
}
