import type { Page } from '@playwright/test'
import { EditorPage } from '../../pages/editor-page.ts'

/** Builds on screen a form with each kind of part that the editor offers. */

export const WHOLE_TITLE = 'Journey: whole form'
const TRADES = Array.from({ length: 12 }, (_, index) => `Trade ${index + 1}`)

export async function buildWholeForm(page: Page, picture: string, step: (text: string) => void): Promise<void> {
  const editor = new EditorPage(page)
  await editor.write('Form title', WHOLE_TITLE)
  await editor.write('Description', 'One of each thing')
  await editor.choose('Area', 'Habilitación de Negocios')
  await states(editor)
  await options(editor)
  step('title, area, states and options')
  await subjects(page, editor, picture)
  step('image, agenda, incidents, signatures, PDF, languages')
  await plainSection(editor)
  await repeatableSection(editor)
  await conditionalSection(editor)
  step('sections and questions')
}

async function states(editor: EditorPage): Promise<void> {
  for (const name of ['Pending', 'Approved', 'Rejected', 'Dropped']) await editor.addState(name)
  const list = await editor.subject('States')
  const go = async (from: string, to: string): Promise<void> =>
    list
      .getByRole('listitem', { name: from, exact: true })
      .getByRole('group')
      .getByRole('checkbox', { name: to })
      .check()
  await go('Pending', 'Approved')
  await go('Pending', 'Rejected')
  await go('Pending', 'Dropped')
  await go('Approved', 'Rejected')
  // The initial state is deleted and the first remaining one takes its place: Dropped is made initial, then deleted.
  await list.getByRole('radio', { name: 'Dropped is the initial state' }).check()
  await list.getByRole('button', { name: 'Delete the state Dropped' }).click()
}

/** Turns every option on once; mutually exclusive options one after the other. */
async function options(editor: EditorPage): Promise<void> {
  const on = (name: string): Promise<void> => editor.turn(name, true)
  for (const group of ['Who answers', 'Requested data', 'After saving', 'Changes to the form'])
    await editor.subject(group)
  await on('Public form')
  for (const name of ['Associate a citizen', 'Citizen portal'])
    if (!(await editor.isLocked(name))) throw new Error(`A public form takes ${name}`)
  await on('Automatic download')
  await on('Personalised voucher')
  await editor.turn('Public form', false)
  for (const name of ['Automatic download', 'Personalised voucher'])
    if (!(await editor.isLocked(name))) throw new Error(`A private form takes ${name}`)
  await on('Citizen portal')
  if (!(await editor.isLocked('Public form'))) throw new Error('A form of the citizen portal can be public')
  await editor.turn('Citizen portal', false)
  for (const name of ['Send a copy by e-mail', 'Book an appointment']) await on(name)
  const rest = [
    'Associate a citizen',
    'One answer per citizen',
    'Limit the number of answers',
    'Header image',
    'Location',
    'Digital signature',
    'Signed answers can be changed',
  ]
  for (const name of [...rest, 'Code to download the record', 'Editable with answers']) await on(name)
  await editor.write('Number of answers', '5')
}

async function subjects(page: Page, editor: EditorPage, picture: string): Promise<void> {
  const image = await editor.subject('Header image')
  await image.locator('input[type="file"]').setInputFiles(picture)
  await image.getByRole('button', { name: 'Replace image' }).waitFor()
  const agenda = await editor.subject('Appointment calendar')
  await agenda.getByRole('combobox', { name: 'Calendar' }).selectOption({ index: 1 })
  const system = await editor.subject('MuniGestion')
  await editor.turn('Synchronise with MuniGestion', true, system)
  await editor.turn('Create incidents', true, system)
  await system.getByRole('combobox', { name: 'Area in MuniGestion' }).selectOption({ index: 1 })
  await editor.turn('One incident type per state', true, system)
  const signatures = await editor.subject('Digital signature')
  await signatures.getByRole('textbox', { name: 'Signature label' }).first().fill('Owner')
  await editor.turn('Required: Owner', true, signatures)
  await signatures.getByRole('button', { name: 'Add signature' }).click()
  await signatures.getByRole('textbox', { name: 'Signature label' }).last().fill('Inspector')
  await signatures.getByRole('listitem', { name: 'Inspector' }).getByRole('radio', { name: 'Municipal staff' }).check()
  const pdf = await editor.subject('PDF of the answers')
  await editor.write('Name of the municipality to print', 'City of Córdoba', pdf)
  await editor.turn('Leave out questions without an answer', true, pdf)
  const languages = await editor.subject('Other languages')
  await languages.getByRole('radio', { name: 'Español' }).check()
  await languages.getByRole('textbox', { name: `Form title: ${WHOLE_TITLE}` }).fill('Viaje: formulario entero')
  await editor.look('Questions')
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
}

async function plainSection(editor: EditorPage): Promise<void> {
  const section = await editor.addSection('Premises')
  await editor.openSettings(section)
  await editor.write('Description of the section', 'What is seen from the street', section)
  const name = await editor.addQuestion('Premises', 'Name of the shop')
  await editor.turn('Required', true, name)
  for (const [title, kind] of [
    ['Employees', 'Whole number'],
    ['Surface', 'Decimal number'],
    ['Licence until', 'Date'],
    ['Opens at', 'Time'],
    ['Please note', 'Heading'],
    ['Open on Sundays', 'Yes or no'],
  ] as const) {
    await editor.addQuestion('Premises', title, kind)
  }
  const link = await editor.addQuestion('Premises', 'Rules', 'Link')
  await editor.write('Text of the link', 'Read the rules', link)
  await editor.write('Address', 'https://relevo.example/rules', link)
  await editor.pasteOptions(await editor.addQuestion('Premises', 'Condition of the shop', 'Single choice'), [
    'Good',
    'Bad',
  ])
  const trades = await editor.addQuestion('Premises', 'Trades', 'Multiple choice')
  await editor.pasteOptions(trades, TRADES)
  await trades.getByText('With more than 10 options, turn on the search box').waitFor()
  await editor.turn('Search box', true, trades)
  const front = await editor.addQuestion('Premises', 'Front of the shop')
  await editor.turn('Photo', true, front)
  await editor.turn('Document', true, front)
  await editor.turn('Video', true, front)
  await combined(editor)
}

async function combined(editor: EditorPage): Promise<void> {
  const question = await editor.addQuestion('Premises', 'Declaration', 'Combined')
  await question.getByRole('button', { name: 'Bold text' }).click()
  await editor.write('Text', 'The owner is', question)
  await question.getByRole('button', { name: 'Field', exact: true }).click()
  await editor.write('Name of the field', 'Owner’s name', question)
  await question.getByRole('button', { name: 'Line break' }).click()
}

async function repeatableSection(editor: EditorPage): Promise<void> {
  const section = await editor.addSection('Exits')
  await editor.openSettings(section)
  await editor.turn('Repeatable', true, section)
  await editor.addQuestion('Exits', 'Where it is')
}

async function conditionalSection(editor: EditorPage): Promise<void> {
  const section = await editor.addSection('By trade')
  await editor.openSettings(section)
  await section.getByRole('radio', { name: 'Conditional' }).check()
  await editor.write('Conditional question', 'What is it?', section)
  await editor.turn('Single condition', true, section)
  await editor.turn('Condition required', true, section)
  for (const [number, text, asked] of [
    [1, 'Food', 'Seats'],
    [2, 'Clothes', 'Fitting rooms'],
  ] as const) {
    await section.getByRole('button', { name: 'Add condition' }).click()
    await editor.write(`Text of condition ${number}`, text, section)
    await editor.addQuestion(text, asked, 'Whole number')
  }
}
