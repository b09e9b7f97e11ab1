import { answerRequired } from './fields.ts'
import type { Hands } from './hands.ts'

const FORM = '/publico/contestar/reclamo-alumbrado'

/** Sends a public complaint with its location from a phone, until the confirmation is shown. */
export async function sendComplaint(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  await hands.open(origin + FORM)
  await hands.until(page.locator('main:not(.first) [data-question]').first())
  // The part that asks for the location loads after the form.
  await page.waitForLoadState('networkidle')
  const position = page.getByRole('button', { name: 'Use my location' })
  if ((await position.count()) > 0) {
    await hands.choose(position)
    await hands.until(page.getByText(/^Measured by this device/))
  }
  await answerRequired({ hands, photo: '', text: 'Belgrano 1200' })
  await hands.choose(page.getByRole('button', { name: /^Send/ }))
  const another = page.getByRole('button', { name: 'No, send my answer' })
  const registered = page.getByRole('heading', { name: 'The answer was registered' })
  await hands.until(another.or(registered))
  if (await another.isVisible()) await hands.choose(another)
  await hands.until(registered)
}
