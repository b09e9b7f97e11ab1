import type { Locator } from 'playwright-core'
import type { Hands } from './hands.ts'

const CONDITION = ['Good', 'Fair', 'Bad']

type Asked = {
  readonly title: string
  /** by the button that adds it; a plain text otherwise */
  readonly kind?: 'Whole number' | 'Date' | 'Yes or no' | 'Single choice' | 'Multiple choice' | 'Photo'
  readonly options?: readonly string[]
  readonly required?: boolean
}

/** A round through a playground, 13 questions in three sections, six of them required. */
const SECTIONS: readonly { readonly title: string; readonly questions: readonly Asked[] }[] = [
  {
    title: 'Playground',
    questions: [
      { title: 'Name of the playground', required: true },
      { title: 'Neighbourhood' },
      { title: 'Date of the visit', kind: 'Date', required: true },
    ],
  },
  {
    title: 'Equipment',
    questions: [
      { title: 'Swings', kind: 'Single choice', options: CONDITION, required: true },
      { title: 'Slides', kind: 'Single choice', options: CONDITION, required: true },
      { title: 'Floor', kind: 'Multiple choice', options: ['Sand', 'Rubber', 'Concrete'] },
      { title: 'Number of benches', kind: 'Whole number' },
      { title: 'Is the fence complete?', kind: 'Yes or no', required: true },
      { title: 'Do the lights work?', kind: 'Yes or no' },
      { title: 'Damage', kind: 'Photo' },
    ],
  },
  {
    title: 'Result',
    questions: [
      { title: 'What to do', kind: 'Single choice', options: ['Nothing', 'Repair', 'Close'], required: true },
      { title: 'Until when', kind: 'Date' },
      { title: 'Remarks' },
    ],
  },
]
export const QUESTIONS = SECTIONS.flatMap(({ questions }) => questions).length

/** From the list of forms to a published form. */
export async function author(hands: Hands, area: string): Promise<void> {
  const { page } = hands
  const box = (name: string | RegExp): Locator => page.getByRole('textbox', { name })
  await hands.choose(page.getByRole('link', { name: 'New form' }))
  await hands.until(page.getByRole('button', { name: 'Publish' }))
  await hands.choose(box('Form title'))
  await hands.type('Playground inspection')
  await hands.pick(page.getByRole('combobox', { name: 'Area' }), area)
  for (const [index, { title, questions }] of SECTIONS.entries()) {
    if (index === 0) await hands.choose(box(/^Title of section/))
    else await hands.choose(page.getByRole('button', { name: 'Add section', exact: true }))
    await hands.type(title)
    for (const [place, asked] of questions.entries()) {
      // After a switch, the cursor is no longer in a title, from which Enter goes on.
      await add(hands, title, asked, questions[place - 1]?.required === true)
      await describe(hands, asked)
    }
  }
  await hands.choose(page.getByRole('button', { name: 'Publish' }))
  const refused = page.getByRole('alert').filter({ hasText: 'The form is not published' })
  const listed = page.getByRole('dialog', { name: / is published$/ })
  await hands.until(listed.or(refused))
  if (await refused.isVisible()) {
    hands.refused()
    throw new Error(await refused.innerText())
  }
}

async function add(hands: Hands, section: string, { kind }: Asked, afterSwitch: boolean): Promise<void> {
  const button = (name: string): Locator => hands.page.getByRole('button', { name, exact: true })
  if (kind !== undefined) await hands.choose(button(`${kind}: add to ${section}`))
  else if (afterSwitch) await hands.choose(button(`Add question: ${section}`))
  else await hands.press('Enter')
}

async function describe(hands: Hands, { title, options = [], required = false }: Asked): Promise<void> {
  await hands.type(title)
  for (const option of options) {
    await hands.press('Enter')
    await hands.type(option)
  }
  if (!required) return
  const question = hands.page.getByRole('group', { name: title, exact: true })
  const settings = question.getByRole('button', { name: `Settings of: ${title}` })
  if ((await settings.getAttribute('aria-expanded')) !== 'true') await hands.choose(settings)
  await hands.choose(question.getByRole('switch', { name: 'Required', exact: true }))
}
