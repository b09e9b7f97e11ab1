import type { Hands } from './hands.ts'

/** A form of the demonstration, with states and a year of answers. */
const LIST = '/respuestas/listado/inspeccion-local'
const NEXT_STATE = 'Observado'

/**
 * Reads a person's answers from the list, then decides four waiting answers: one in its row, two at once, one opened.
 */
export async function superviseAnswers(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const rows = page.getByRole('table', { name: 'Answers' }).locator('tbody tr')
  const opened = page.getByRole('heading', { level: 2 }).first()
  await page.goto(origin + LIST, { waitUntil: 'domcontentloaded' })
  await hands.until(rows.first())

  const search = page.getByRole('searchbox', { name: 'Search answers' })
  await hands.choose(search)
  await hands.type('carranza')
  await hands.until(rows.filter({ hasText: 'Carranza' }).first())
  await hands.choose(page.getByRole('link', { name: /^See answer/ }).first())
  await hands.until(opened)
  hands.think()

  await page.goto(origin + LIST, { waitUntil: 'domcontentloaded' })
  await hands.choose(button(/^Needs my action/))
  const states = page.getByRole('combobox', { name: /^Change the state of/ })
  await hands.until(states.first())
  await page.waitForURL(/espera=si/)
  const [first = '', second = '', third = '', fourth = ''] = await page
    .getByRole('rowheader')
    .getByRole('link')
    .allTextContents()
  await hands.pick(page.getByRole('combobox', { name: new RegExp(`^Change the state of ${first},`) }), NEXT_STATE)
  for (const code of [second, third]) await hands.choose(page.getByRole('checkbox', { name: `Select answer ${code}` }))
  await hands.choose(button('Change the state of 2 answers'))
  await hands.until(page.getByText('State changed for 2 of 2.'))

  await hands.choose(page.getByRole('link', { name: `See answer ${fourth}` }))
  await hands.until(page.getByRole('heading', { level: 2, name: fourth }))
  // Picks the first allowed state, because the answer may be in the wanted state already.
  await hands.choose(page.getByRole('group', { name: 'Change state to' }).getByRole('button').first())
  await hands.until(page.getByText(`${fourth}: `))
}
