import type { Locator } from '@playwright/test'
import type { Hands } from './hands.ts'

const CONDITION = ['Good', 'Fair', 'Bad']

type Asked = {
  readonly title: string
  /** text of the button that adds it; default: a text question */
  readonly kind?: 'Whole number' | 'Date' | 'Yes or no' | 'Single choice' | 'Multiple choice' | 'Photo'
  readonly options?: readonly string[]
  readonly required?: boolean
}

type Part = {
  readonly title: string
  readonly questions: readonly Asked[]
  /** the option that shows its questions */
  readonly condition?: { readonly question: string; readonly text: string }
}
export type Draft = { readonly title: string; readonly sections: readonly Part[]; readonly states?: readonly string[] }

/** An inspection of a playground: 13 questions in three sections, six of them required. */
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
/** The same inspection with states, and with questions about repairs only where there is damage. */
export const PLAYGROUND_DECIDED: Draft = {
  title: 'Playground inspection with a decision',
  sections: SECTIONS.map((part, index) =>
    index === SECTIONS.length - 1 ? { ...part, condition: { question: 'Is anything broken?', text: 'Broken' } } : part,
  ),
  states: ['Pending', 'Approved', 'Rejected'],
}

/** Goes from the list of forms to a published form. */
export async function publishForm(
  hands: Hands,
  area: string,
  { title: name, sections, states = [] }: Draft,
): Promise<void> {
  const { page } = hands
  const box = (name: string | RegExp): Locator => page.getByRole('textbox', { name })
  await hands.choose(page.getByRole('link', { name: 'New form' }))
  await hands.until(page.getByRole('button', { name: 'Publish' }))
  // A new form has the cursor in its title.
  await hands.until(page.locator('textarea:focus, input:focus'))
  await hands.type(name)
  // Enter continues with the first section.
  await hands.press('Enter')
  await hands.until(box(/^Title of section/).and(page.locator(':focus')))
  for (const [index, { title, questions, condition }] of sections.entries()) {
    await hands.type(title)
    if (condition !== undefined) await askUnder(hands, title, condition)
    for (const [place, asked] of questions.entries()) {
      // Enter in the title of a condition does not add a question.
      await add(hands, condition?.text ?? title, asked, condition !== undefined && place === 0)
      await describe(hands, asked, optionsAbove(sections, asked))
    }
    // Enter in an empty field ends the list: first the options, then the section.
    const last = questions.at(-1)
    if (index < sections.length - 1)
      for (let count = last?.options === undefined ? 2 : 3; count > 0; count -= 1) await hands.press('Enter')
  }
  await hands.pick(page.getByRole('combobox', { name: 'Area' }), area)
  if (states.length > 0) await decide(hands, states)
  await hands.choose(page.getByRole('button', { name: 'Publish' }))
  const refused = page.getByRole('alert').filter({ hasText: 'The form was not published' })
  const listed = page.getByRole('dialog', { name: / was published$/ })
  await hands.until(listed.or(refused))
  if (await refused.isVisible()) {
    hands.refused()
    throw new Error(await refused.innerText())
  }
}

/** Makes the section conditional. */
async function askUnder(
  hands: Hands,
  title: string,
  { question, text }: { readonly question: string; readonly text: string },
): Promise<void> {
  const section = hands.page.getByRole('region', { name: title, exact: true })
  await hands.choose(section.getByRole('button', { name: 'Section settings' }))
  await hands.choose(section.getByRole('radio', { name: 'Conditional' }))
  await hands.choose(section.getByRole('textbox', { name: 'Conditional question' }))
  await hands.type(question)
  await hands.choose(section.getByRole('button', { name: 'Add condition' }))
  await hands.type(text)
}

/** Adds states. Each new state gets a transition from the previous one. */
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

async function add(hands: Hands, section: string, { kind }: Asked, isApart: boolean): Promise<void> {
  const button = (name: string): Locator => hands.page.getByRole('button', { name, exact: true })
  if (kind !== undefined) await hands.choose(button(`${kind}: add to ${section}`))
  else if (isApart) await hands.choose(button(`Add question: ${section}`))
  else await hands.press('Enter')
}

/**
 * Describes a question. A trailing asterisk makes it required. A list of options is copied from the question above if
 * it has the same.
 */
async function describe(
  hands: Hands,
  { title, options = [], required = false }: Asked,
  above: Asked | undefined,
): Promise<void> {
  await hands.type(required ? `${title}*` : title)
  if (options.length > 0 && above?.options === options) {
    const question = hands.page.getByRole('group', { name: title, exact: true })
    return hands.choose(question.getByRole('button', { name: `Copy from: ${above.title}` }))
  }
  for (const option of options) {
    await hands.press('Enter')
    await hands.type(option)
  }
}

/** The last question before this one that has options. */
function optionsAbove(sections: readonly Part[], asked: Asked): Asked | undefined {
  const all = sections.flatMap(({ questions }) => questions)
  return all.slice(0, all.indexOf(asked)).findLast(({ options }) => options !== undefined)
}
