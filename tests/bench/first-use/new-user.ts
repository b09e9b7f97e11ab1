import type { Hands } from './hands.ts'

/** Adds an inspector by hand, from the list of users to the confirmation. */
export async function addUser(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await hands.open(`${origin}/usuarios`)
  await hands.choose(page.getByRole('button', { name: 'New user' }))
  const email = dialog.getByLabel('E-mail')
  await hands.until(email)
  if (!(await email.evaluate((element) => element === document.activeElement))) await hands.choose(email)
  await hands.type('nora.sosa@relevo.example')
  for (const text of ['', 'Nora', 'Sosa']) {
    await hands.press('Tab')
    if (text !== '') await hands.type(text)
  }
  await hands.pick(dialog.getByLabel('Role'), 'Inspector')
  await hands.press('Tab')
  await hands.type('4711')
  for (const [level, place] of [
    ['Country', 'Argentina'],
    ['Province', 'Córdoba'],
    ['Municipality', 'Córdoba'],
  ] as const) {
    const list = dialog.getByRole('combobox', { name: level })
    const isPreset = (await list.locator('option:checked').allTextContents()).at(0) === place
    if (!isPreset && (await list.count()) > 0) await hands.pick(list, place)
  }
  await hands.choose(dialog.getByLabel('Alumbrado Público'))
  await hands.choose(dialog.getByRole('button', { name: 'Create' }))
  await hands.until(page.getByText(/^The user was created/))
}
