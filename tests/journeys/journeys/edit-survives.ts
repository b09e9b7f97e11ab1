import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { look, type Fault } from '../support/look.ts'
import type { Server } from '../support/server.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE } from '../support/town.ts'
import { pause } from '../support/waiting.ts'
import { test, type World } from '../support/world.ts'

/** The journal writes within 300 ms; the rest is for a machine that is busy with two browsers. */
const JOURNALED = 1_500
const TITLE = 'Journey: killed in mid-edit'
const LOOKING_ON = 'You are editing this form in another window.'
const TAKEN = 'Editing continues in another window'
const TWO = 'one person has a form in two windows: one edits, the other looks on and can take over'
const KILLED = 'a browser killed in mid-edit gives the form back as it was, without a network, and it can be saved'

test('nothing that was typed into a form is lost in a second window, and in a browser that is killed', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: EDITOR })
  await test.step(TWO, () => inTwoWindows(world, server, tablet))
  await test.step(KILLED, () => killedInMidEdit(world, server, tablet))
})

async function inTwoWindows(world: World, server: Server, tablet: Tablet): Promise<void> {
  await new FormsListPage(tablet.page).choose(NOTE_TITLE, 'Edit')
  const [first, one] = [new EditorPage(tablet.page), tablet.page]
  await first.isOpen()
  await first.write('Description', 'From the first')

  const two = await tablet.newWindow(new URL(one.url()).pathname)
  const second = new EditorPage(two)
  await two.getByText(LOOKING_ON).waitFor()
  assert.equal(await one.getByText(LOOKING_ON).count(), 0, 'who was there first is not disturbed')
  assert.equal(await isLocked(two), true, 'the second can only look')
  const faults: Fault[] = [...(await look(two, 'editor-looking-on'))]
  world.step('the second looks on')

  // Accepted right after typing, before the journal writes.
  await title(one).fill('Typed just before')
  await two.getByRole('button', { name: 'Edit it here' }).click()
  await one.getByText(TAKEN).waitFor()
  await two.getByText(LOOKING_ON).waitFor({ state: 'detached' })
  await two.getByText('You are continuing with your unsaved changes').waitFor()
  assert.deepEqual(
    [await title(two).inputValue(), await description(two).inputValue()],
    ['Typed just before', 'From the first'],
  )
  assert.equal(await isLocked(one), true, 'the first can only look now')
  await one.keyboard.press('Control+z')
  assert.equal(await title(one).inputValue(), 'Typed just before', 'not even undo changes it there')
  faults.push(...(await look(one, 'editor-taken-over')))
  world.step('taken over with all that was typed')

  await second.write('Description', 'From the second')
  await second.isKept()
  await two.close()
  await one.getByText(TAKEN).waitFor({ state: 'detached' })
  assert.equal(
    await description(one).inputValue(),
    'From the second',
    'closed: the first goes on with what the second left',
  )
  await first.write('Form title', NOTE_FORM.titulo)
  await first.save()
  const { version, descripcion } = diskOf(server.dataDir).template(NOTE_FORM.titulo)
  assert.deepEqual([version, descripcion], [2, 'From the second'])
  assert.deepEqual(faults, [])
}

async function killedInMidEdit(world: World, server: Server, tablet: Tablet): Promise<void> {
  // Closing flushes the cookie, which Chromium writes to disk up to half a minute later.
  await tablet.close()
  await tablet.open()
  await tablet.goTo('/listar')
  await server.stop()
  await new FormsListPage(tablet.page).newForm()
  const editor = new EditorPage(tablet.page)
  await editor.isOpen()
  await editor.write('Form title', TITLE)
  await editor.choose('Area', 'Habilitación de Negocios')
  await editor.addState('Open')
  await editor.addSection('Premises')
  await editor.pasteOptions(await editor.addQuestion('Premises', 'Trade', 'Single choice'), ['Bar', 'Shop'])
  const typing = (await editor.addQuestion('Premises', 'To be written')).getByRole('textbox', {
    name: 'Question',
    exact: true,
  })
  await typing.fill('')
  await tablet.page.keyboard.type('How many people work here', { delay: 20 })
  await pause(JOURNALED)
  await tablet.crash()
  world.step('killed with SIGKILL')

  await tablet.open()
  await tablet.goTo('/listar')
  await new FormsListPage(tablet.page).newForm()
  await tablet.page.getByText(`Not saved yet: ${TITLE}`).waitFor()
  await tablet.page.getByRole('link', { name: 'Continue' }).click()
  const again = new EditorPage(tablet.page)
  await tablet.page.getByText('You are continuing with your unsaved changes').waitFor()
  await again.question('How many people work here').waitFor()
  await again.question('Trade').waitFor()
  assert.equal(await tablet.page.getByRole('textbox', { name: 'Form title', exact: true }).inputValue(), TITLE)
  world.step('everything is back')

  await again.pressPublish()
  // The alert disappears after 5 s, which a busy machine may miss; the note remains.
  await tablet.page.getByText(/^(Error saving the form, try again later|Not saved)\.$/).waitFor()
  await server.start()
  await again.save()
  const { secciones, estados } = diskOf(server.dataDir).template(TITLE)
  assert.deepEqual(
    secciones.map(({ titulo, preguntas }) => [titulo, preguntas.map((question) => question.titulo)]),
    [['Premises', ['Trade', 'How many people work here']]],
  )
  assert.deepEqual(
    secciones[0]?.preguntas[0]?.opciones.map(({ texto }) => texto),
    ['Bar', 'Shop'],
  )
  assert.equal(estados.disponibles[0]?.nombre, 'Open')
  await new FormsListPage(tablet.page).newForm()
  await again.isOpen()
  assert.equal(await tablet.page.getByText('Not saved yet').count(), 0, 'what was saved is no longer offered')
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Form title', exact: true })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

async function isLocked(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'Publish' }).isDisabled()) && !(await title(page).isEditable())
}
