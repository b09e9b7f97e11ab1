import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { EditorPage } from '../pages/editor-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { tabTo } from '../support/keyboard.ts'
import { look } from '../support/look.ts'
import { EDITOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const TITLE = 'Journey: by keyboard'
/** Maximum tab stops from one end of the form to the other. */
const FAR = 120

test('with a keyboard alone, someone builds a form: states, options, sections and questions, moved and saved', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: EDITOR })
  const { page } = tablet
  const { keyboard } = page

  await tabTo(page, 'New form')
  await keyboard.press('Enter')
  await new EditorPage(page).isOpen()
  await tabTo(page, 'Form title')
  await keyboard.type(TITLE)
  // Enter moves on to the first section.
  await keyboard.press('Enter')
  await keyboard.type('Premises')
  await tabTo(page, 'Area', FAR, 'Shift+Tab')
  await keyboard.type('Habi')
  await tabTo(page, 'Questions', FAR, 'Shift+Tab')
  await keyboard.press('ArrowRight')
  await tabTo(page, 'States')
  await keyboard.press('Enter')
  await tabTo(page, 'Add state')
  await keyboard.press('Enter')
  await keyboard.type('Open')
  await tabTo(page, 'Add state')
  await keyboard.press('Enter')
  await keyboard.type('Closed')
  await tabTo(page, 'Who answers', FAR)
  await keyboard.press('Enter')
  await tabTo(page, 'Public form')
  await keyboard.press('Space')
  world.step('title, area, states, options')

  await tabTo(page, 'Settings', FAR, 'Shift+Tab')
  await keyboard.press('ArrowLeft')
  await tabTo(page, 'Title of section 1')
  // Enter moves on: to the first question, to the next one, into the options of a choice.
  await keyboard.press('Enter')
  await keyboard.type('First')
  await keyboard.press('Enter')
  await keyboard.type('Second')
  await tabTo(page, 'Question type: Text')
  await keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await keyboard.type('Single')
  await keyboard.press('Enter')
  await tabTo(page, 'Question', FAR, 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.type('Good')
  await keyboard.press('Enter')
  await keyboard.type('Bad')
  await tabTo(page, 'Add section', FAR)
  await keyboard.press('Enter')
  await keyboard.type('Yard')
  await tabTo(page, 'Add question: Yard')
  await keyboard.press('Enter')
  await keyboard.type('Third')
  world.step('sections and questions')

  // Moves into the previous section, and up within it; the handle keeps the focus.
  const premises = page.getByRole('region', { name: 'Premises' })
  await tabTo(page, 'Move: Third', FAR, 'Shift+Tab')
  await keyboard.press('ArrowUp')
  await premises.getByRole('group', { name: 'Third', exact: true }).waitFor()
  await isFocused(page, 'Move: Third')
  await keyboard.press('ArrowUp')
  await isFocused(page, 'Move: Third')
  await keyboard.press('ArrowUp')
  await isFocused(page, 'Move: Third')
  // Enter asks for the destination; Escape cancels.
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isFocused(page, 'Move: Third')
  await keyboard.press('Control+z')
  await keyboard.press('Control+Shift+z')
  world.step('moved')

  await keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save draft', disabled: true }).waitFor()
  world.step('kept as a draft')
  // An empty section is allowed, after the hint about it; the form is published.
  await tabTo(page, 'Publish', FAR)
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Check before publishing' }).waitFor()
  assert.deepEqual(await look(page, 'editor-hints'), [])
  await tabTo(page, 'Publish anyway')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: `Make “${TITLE}” public?` }).waitFor()
  await tabTo(page, 'Make public')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: `“${TITLE}” was published` }).waitFor()
  assert.deepEqual(await look(page, 'editor-published'), [])
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.match(page.url(), /\/editar\//)
  const { secciones, estados, opcionales } = diskOf(server.dataDir).template(TITLE)
  assert.deepEqual(
    estados.disponibles.map(({ nombre }) => nombre),
    ['Open', 'Closed'],
  )
  assert.equal(opcionales.publico, true)
  assert.deepEqual(
    secciones.map(({ titulo, preguntas }) => [titulo, preguntas.map((question) => question.titulo)]),
    [
      ['Premises', ['Third', 'First', 'Second']],
      ['Yard', []],
    ],
  )
  assert.deepEqual(
    secciones[0]?.preguntas[2]?.opciones.map(({ texto }) => texto),
    ['Good', 'Bad'],
  )
})

async function isFocused(page: Page, name: string): Promise<void> {
  await eventually(
    `the focus on "${name}"`,
    () => page.evaluate((label) => document.activeElement?.getAttribute('aria-label') === label, name),
    { within: 5_000 },
  )
}
