import { answerRequired } from './fields.ts'
import type { Hands } from './hands.ts'

const PASSWORD = 'a long password of my own'

/** Sets up an empty installation, from the printed link to its first answer. */
export async function setUpInstallation(hands: Hands, origin: string, link: string): Promise<void> {
  const { page } = hands
  const dialog = page.getByRole('dialog')
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const write = async (label: string, text: string): Promise<void> => {
    const field = dialog.getByRole('textbox', { name: new RegExp(`^${label}`) })
    if (!(await field.evaluate((element) => element === document.activeElement))) await hands.choose(field)
    // Overwrites the default values of an installation.
    if ((await field.inputValue()) !== '') await hands.press('Control+a')
    await hands.type(text)
  }
  await hands.open(origin + link)
  for (const label of ['New password', 'Repeat password']) {
    await hands.choose(page.getByLabel(label))
    await hands.type(PASSWORD)
  }
  await hands.choose(page.getByRole('button', { name: 'Save password' }))
  await hands.choose(page.getByRole('link', { name: 'First steps' }))

  await hands.choose(step('Your municipality').getByRole('button', { name: 'Edit the municipality' }))
  await write('Name', 'Villa Nueva')
  await write('Keyword', 'VNU')
  await hands.choose(dialog.getByRole('button', { name: 'Save' }))
  await hands.until(step('Your municipality').getByText('Villa Nueva'))

  await hands.choose(step('First area').getByRole('button', { name: 'Edit the area' }))
  await write('Area name', 'Inspección General')
  await hands.choose(dialog.getByRole('button', { name: 'Save' }))
  await hands.until(step('First area').getByText('Inspección General'))

  await hands.choose(step('First form').getByRole('button', { name: 'Choose a ready-made form' }))
  await hands.choose(page.getByRole('button', { name: 'Use Rabies vaccination' }))
  await hands.until(step('First form').getByText('Rabies vaccination'))

  await hands.choose(step('A test answer').getByRole('link', { name: 'Answer the form' }))
  await hands.until(page.locator('[data-question]').first())
  await answerRequired({ hands, photo: '' })
  await hands.choose(page.getByRole('button', { name: 'Save answer' }))
  if (await page.getByText('Some required fields are missing.').isVisible()) hands.refused()
  await hands.until(page.getByText('VNU1').first())
}
