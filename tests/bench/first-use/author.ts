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

type Part = {
  readonly title: string
  readonly questions: readonly Asked[]
  /** it asks its questions only when this was checked */
  readonly condition?: { readonly question: string; readonly text: string }
}
export type Draft = { readonly title: string; readonly sections: readonly Part[]; readonly states?: readonly string[] }

/** A round through a playground, 13 questions in three sections, six of them required. */
const SECTIONS: readonly Part[] = [
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

export const PLAYGROUND: Draft = { title: 'Playground inspection', sections: SECTIONS }
/** The same round, whose remedies are asked for only where there is damage, and which is decided about. */
export const PLAYGROUND_DECIDED: Draft = {
  title: 'Playground inspection with a decision',
  sections: SECTIONS.map((part, index) =>
    index === SECTIONS.length - 1 ? { ...part, condition: { question: 'Is anything broken?', text: 'Broken' } } : part,
  ),
  states: ['Pending', 'Approved', 'Rejected'],
}

/** From the list of forms to a published form. */
export async function author(hands: Hands, area: string, { title: name, sections, states = [] }: Draft): Promise<void> {
  const { page } = hands
  const box = (name: string | RegExp): Locator => page.getByRole('textbox', { name })
  await hands.choose(page.getByRole('link', { name: 'New form' }))
  await hands.until(page.getByRole('button', { name: 'Publish' }))
  await hands.choose(box('Form title'))
  await hands.type(name)
  await hands.pick(page.getByRole('combobox', { name: 'Area' }), area)
  for (const [index, { title, questions, condition }] of sections.entries()) {
    if (index === 0) await hands.choose(box(/^Title of section/))
    else await hands.choose(page.getByRole('button', { name: 'Add section', exact: true }))
    await hands.type(title)
    if (condition !== undefined) await askUnder(hands, title, condition)
    for (const [place, asked] of questions.entries()) {
      // After a switch, the cursor is no longer in a title, from which Enter goes on; nor does it from that of a condition.
      const isApart = questions[place - 1]?.required === true || (condition !== undefined && place === 0)
      await add(hands, condition?.text ?? title, asked, isApart)
      await describe(hands, asked)
    }
  }
  if (states.length > 0) await decide(hands, states)
  await hands.choose(page.getByRole('button', { name: 'Publish' }))
  const refused = page.getByRole('alert').filter({ hasText: 'The form is not published' })
  const listed = page.getByRole('dialog', { name: / is published$/ })
  await hands.until(listed.or(refused))
  if (await refused.isVisible()) {
    hands.refused()
    throw new Error(await refused.innerText())
  }
}

/** The section becomes one that asks under a condition. */
async function askUnder(hands: Hands, title: string, { question, text }: { readonly question: string; readonly text: string }): Promise<void> {
  const section = hands.page.getByRole('region', { name: title, exact: true })
  await hands.choose(section.getByRole('radio', { name: 'Conditional' }))
  await hands.choose(section.getByRole('textbox', { name: 'Conditional question' }))
  await hands.type(question)
  await hands.choose(section.getByRole('button', { name: 'Add condition' }))
  await hands.type(text)
}

/** States, each of which may be followed by the next: that comes with them. */
async function decide(hands: Hands, states: readonly string[]): Promise<void> {
  const { page } = hands
  const region = page.getByRole('region', { name: 'States', exact: true })
  await hands.choose(page.getByRole('tab', { name: 'Settings' }))
  await hands.choose(region.locator('summary').first())
  for (const state of states) {
    await hands.choose(region.getByRole('button', { name: 'Add state' }))
    const field = region.getByRole('textbox', { name: /^Name of state/ }).last()
    if (!(await field.evaluate((element) => element === document.activeElement))) await hands.choose(field)
    await hands.type(state)
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
