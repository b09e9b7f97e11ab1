import assert from 'node:assert/strict'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { prepare } from '../support/main-job.ts'
import { EDITOR } from '../support/town.ts'
import { pause } from '../support/waiting.ts'

/** The journal writes within 300 ms; the rest is for a machine that is busy with two browsers. */
const JOURNALED = 1_500
const TITLE = 'Journey: killed in mid-edit'

test('a browser killed in mid-edit gives the form back as it was, without a network, and it can be saved', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await prepare(tablet, EDITOR)
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
})
