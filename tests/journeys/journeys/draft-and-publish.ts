import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { look } from '../support/look.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR, INSPECTOR, NOTE_FORM, NOTE_TITLE, SUPERVISOR } from '../support/town.ts'

const NEW = 'Andanza: relevamiento de plazas'
const NEXT = 'Written for the next version'

test('a form is kept as a draft by one, continues with another, and no inspector has it before it is published', async ({
  world,
}) => {
  const server = await world.server()
  const disk = diskOf(server.dataDir)
  const author = await world.tablet(server.origin, { as: EDITOR })
  const inspector = await world.tablet(server.origin, { as: INSPECTOR })
  const list = new FormsListPage(author.page)
  const editor = new EditorPage(author.page)

  // An incomplete new form is saved as a draft, and its author stays in the editor.
  await list.newForm()
  await editor.isOpen()
  await editor.write('Form title', NEW)
  await chooseArea(author)
  await editor.keep()
  assert.match(author.page.url(), /\/editar\/[0-9A-Z]{26}/)
  await author.page.getByText('This form is a draft', { exact: false }).waitFor()
  assert.equal(disk.templates(NEW).length, 0, 'there is no form')
  assert.deepEqual(await look(author.page, 'editor-draft'), [])

  // Later typing is only on this device, and the screen must not say that everything is saved.
  await editor.write('Description', 'Not saved yet')
  await editor.isKept()
  await new TopBar(author.page).says('1 form only here')
  await author.goTo('/listar')
  const line = author.page.getByRole('list', { name: 'Not published' }).getByRole('listitem')
  await line.getByText('Draft, never published').waitFor()
  await line.getByText('Changes on this device only', { exact: false }).waitFor()
  assert.deepEqual(await look(author.page, 'forms-list-drafts'), [])
  await author.goTo('/sincronizacion')
  await author.page.getByRole('heading', { name: 'Forms with unsaved changes' }).waitFor()
  assert.equal(await author.page.getByText('Nothing is pending.').count(), 0)
  assert.deepEqual(await look(author.page, 'sync-centre-edits'), [])
  await author.page.getByRole('link', { name: `Continue ${NEW}` }).click()
  await editor.isOpen()
  await editor.keep()
  await new TopBar(author.page).says('All sent')
  world.step('kept, twice')

  // The inspector sees nothing of the draft; a colleague who may edit forms does.
  await pull(inspector)
  assert.equal(await inspector.page.getByText(NEW).count(), 0)
  assert.equal(await inspector.page.getByRole('list', { name: 'Not published' }).count(), 0)

  // Publishing asks for the missing parts, and then opens the list.
  await editor.pressPublish()
  await editor.problems().first().waitFor()
  await editor.addSection('Plaza')
  await editor.addQuestion('Plaza', 'Nombre')
  await editor.save()
  assert.equal(disk.template(NEW).version, 1)
  await list.isHere(NEW)
  assert.equal(await author.page.getByRole('list', { name: 'Not published' }).count(), 0)
  await pull(inspector)
  await new FormsListPage(inspector.page).isHere(NEW)
  world.step('published')

  // Drafts the next version of a form in use; inspectors continue with the published one.
  await list.choose(NOTE_TITLE, 'Edit')
  await editor.isOpen()
  await editor.write('Description', NEXT)
  await editor.keep()
  assert.equal(disk.template(NOTE_FORM.titulo).version, 1)
  await pull(inspector)
  await new FormsListPage(inspector.page).answer(NOTE_TITLE)
  assert.equal(await inspector.page.getByText(NEXT).count(), 0)
  await inspector.goTo('/listar')

  // Another user continues the draft, and discards it.
  const colleague = await world.tablet(server.origin, { as: SUPERVISOR })
  await colleague.page.getByRole('link', { name: `Continue ${NOTE_FORM.titulo}` }).click()
  const second = new EditorPage(colleague.page)
  await second.isOpen()
  await colleague.page.getByText('This is a draft of the next version', { exact: false }).waitFor()
  await colleague.page.getByRole('button', { name: 'Discard the draft' }).click()
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await colleague.page.getByText('This is a draft of the next version', { exact: false }).waitFor({ state: 'detached' })
  await second.isOpen()
  assert.equal(
    await colleague.page.getByRole('textbox', { name: 'Description', exact: true }).inputValue(),
    NOTE_FORM.descripcion,
  )
  assert.equal(disk.template(NOTE_FORM.titulo).version, 1)
})

async function chooseArea({ page }: Tablet): Promise<void> {
  await page.getByRole('combobox', { name: 'Area', exact: true }).selectOption({ label: 'Habilitación de Negocios' })
}

/** Pulls at once, like a user who waits for a form. */
async function pull({ page }: Tablet): Promise<void> {
  await page.goto(new URL('/sincronizacion', page.url()).href)
  await page.getByRole('button', { name: 'Synchronise now' }).click()
  await page.getByText('Synchronised', { exact: true }).first().waitFor()
  await page.goto(new URL('/listar', page.url()).href)
  await new FormsListPage(page).isHere(NOTE_TITLE)
}
