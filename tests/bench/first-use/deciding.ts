import type { Hands } from './hands.ts'

const LIST = '/respuestas/listado/inspeccion-local?espera=si'
export const DECIDED = 20

/** Decides twenty waiting answers in a row by keyboard, looking at each first. */
export async function decideAnswers(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  const first = page.getByRole('link', { name: /^See answer/ }).first()
  await page.goto(origin + LIST, { waitUntil: 'domcontentloaded' })
  await first.focus()
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('region', { name: 'Selected answer' })
  await chosen.waitFor()
  await page.keyboard.press('Enter')
  const heading = chosen.getByRole('heading', { level: 2 }).first()
  const state = page.getByRole('group', { name: 'Change state to' }).getByRole('button').first()
  for (let count = 0; count < DECIDED; count += 1) {
    await hands.until(state)
    const shown = (await heading.textContent()) ?? ''
    hands.think()
    await hands.press(`Key${await state.getAttribute('aria-keyshortcuts')}`)
    // The list asks once for each state without a way back.
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Change state' })
    const next = heading.and(page.getByRole('heading').filter({ hasNotText: shown }))
    await hands.until(confirm.or(next).first())
    if (await confirm.isVisible()) await hands.choose(confirm)
    // The next answer must be on screen before it is looked at.
    await hands.until(next)
  }
}
