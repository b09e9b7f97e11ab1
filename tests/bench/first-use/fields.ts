import type { Locator } from '@playwright/test'
import { AnsweringPage } from '../../journeys/pages/answering-page.ts'
import type { Hands } from './hands.ts'

/** A form on screen, and the picture for questions that ask for one. */
export type Filling = { readonly hands: Hands; readonly photo: string; readonly text?: string }

const TEXT = 'Sin novedad'
const NUMBER = '12'

/** The card of a question. */
export function cardAt(hands: Hands, address: string): Locator {
  return hands.page.locator(`[data-question="${address}"]`)
}

/**
 * Answers the required questions from top to bottom as they are rendered. @param overlooked questions to skip @returns
 * addresses seen
 */
export async function answerRequired(
  filling: Filling,
  overlooked: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const { hands } = filling
  const form = new AnsweringPage(hands.page)
  const seen = new Set<string>()
  for (;;) {
    const addresses = await hands.page
      .locator('[data-question]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-question') ?? ''))
    const next = addresses.find((address) => !seen.has(address))
    if (next === undefined) return seen
    seen.add(next)
    const card = cardAt(hands, next)
    await card.scrollIntoViewIfNeeded()
    if (!(await form.isRequired(card)) || overlooked.includes(next) || (await startsAnswered(card))) continue
    await answer(filling, card)
    const after = addresses[addresses.indexOf(next) + 1]
    if (after === undefined || overlooked.includes(after)) continue
    const below = cardAt(hands, after)
    // The keyboard's "next" key, if the next question is also typed.
    if ((await isTyped(card)) && (await isTyped(below)) && (await form.isRequired(below))) await hands.press('Enter')
  }
}

/** Whether the question is a date or time with a default value. */
async function startsAnswered(card: Locator): Promise<boolean> {
  return (await isTyped(card)) && (await card.getByRole('textbox').first().inputValue()) !== ''
}

async function isTyped(card: Locator): Promise<boolean> {
  return (
    (await card.getByRole('radio').or(card.getByRole('checkbox')).count()) === 0 &&
    (await card.locator('input[type="file"]').count()) === 0 &&
    (await card.getByRole('textbox').count()) > 0
  )
}

/** Answers with the first option, a picture, or a few words. Does not click a field that already has the focus. */
export async function answer({ hands, photo, text = TEXT }: Filling, card: Locator): Promise<void> {
  const choice = card.locator('label:has(input)').first()
  const file = card.locator('input[type="file"]').first()
  if ((await card.getByRole('radio').or(card.getByRole('checkbox')).count()) > 0) return hands.choose(choice)
  if ((await file.count()) > 0) return hands.picture(() => file.setInputFiles(photo), card.getByRole('img'))
  const present = card.getByRole('button', { name: /^(?:Today|Now)$/ })
  if ((await present.count()) > 0) return hands.choose(present)
  const field = card.getByRole('textbox').first()
  const isNumber = (await field.getAttribute('inputmode')) !== null
  if (!(await field.evaluate((element) => element === document.activeElement))) await hands.choose(field)
  await hands.type(isNumber ? NUMBER : text)
}
