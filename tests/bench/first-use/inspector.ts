import type { Locator } from 'playwright-core'
import { AnsweringPage } from '../../journeys/pages/answering-page.ts'
import type { Hands } from './hands.ts'

/** An inspection of a shop, 57 questions in sections that open as they come near. */
const FORM = '/contestar/inspeccion-local'
/** Overlooked on the way: a text, a choice, and one in a section that is folded when the form opens. */
const OVERLOOKED = ['1/0', '2/0', '4/3']
const TEXT = 'Sin novedad'

/** Without a signal, from the opened form to the word that it is saved. Answers what is required and signs. */
export async function inspector(hands: Hands, origin: string, photo: string): Promise<void> {
  const { page } = hands
  const form = new AnsweringPage(page)
  await page.goto(origin + FORM, { waitUntil: 'domcontentloaded' })
  await hands.choose(page.getByRole('button', { name: 'Expand sections' }))
  const seen = new Set<string>()
  for (;;) {
    const addresses = await page
      .locator('[data-question]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-question') ?? ''))
    const next = addresses.find((address) => !seen.has(address))
    if (next === undefined) break
    seen.add(next)
    const question = page.locator(`[data-question="${next}"]`)
    await question.scrollIntoViewIfNeeded()
    if ((await form.isRequired(question)) && !OVERLOOKED.includes(next)) await answer(hands, question, photo)
  }
  hands.think()
  await form.signature('Inspector actuante').draw()

  const save = page.getByRole('button', { name: 'Save answer' })
  const missing = page.getByText('Some required fields are missing.')
  const next = page.getByRole('button', { name: 'Next missing' })
  await hands.choose(save)
  await hands.until(missing.first())
  hands.refused()
  for (const [index, address] of OVERLOOKED.entries()) {
    if (index > 0) await hands.choose(next)
    await answer(hands, page.locator(`[data-question="${address}"]`), photo)
  }
  await hands.choose(save)
  await page.waitForURL(/\/guardado\//)
}

/** With the first of what it offers, a picture, or a few words. */
async function answer(hands: Hands, question: Locator, photo: string): Promise<void> {
  const choice = question.locator('label:has(input)').first()
  const text = question.getByRole('textbox').first()
  const file = question.locator('input[type="file"]').first()
  if ((await choice.count()) > 0 && (await question.getByRole('radio').or(question.getByRole('checkbox')).count()) > 0)
    await hands.choose(choice)
  else if ((await file.count()) > 0) {
    // The button, the camera's own, and its “use this picture”.
    await hands.picture(() => file.setInputFiles(photo), question.getByRole('img'))
  } else {
    const present = question.getByRole('button', { name: /^(?:Today|Now)$/ })
    if ((await present.count()) > 0) return hands.choose(present)
    const isNumber = (await text.getAttribute('inputmode')) !== null
    await hands.choose(text)
    await hands.type(isNumber ? '12' : TEXT)
  }
}
