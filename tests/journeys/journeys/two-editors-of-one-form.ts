import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { buildDemoUsers } from '#embedded/demo/demo-accounts.ts'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE, type Person, SUPERVISOR } from '../support/town.ts'

const usernameOf = (person: Person) => buildDemoUsers(0).find(({ id }) => id === person.id)?.userMuniCore
const CONFLICT = 'Someone else has saved this form'

test('two people edit one form: nothing is overwritten, both go together, and what contradicts is decided by a person', async ({
  world,
}) => {
  const server = await world.server()
  const one = await world.tablet(server.origin, { as: EDITOR })
  const other = await world.tablet(server.origin, { as: SUPERVISOR })
  const disk = diskOf(server.dataDir)
  const stored = () => disk.template(NOTE_FORM.titulo)
  const [first, second] = [await edit(one), await edit(other)]

  await addSection(first, 'From the first')
  await first.write('Description', 'Written by the first')
  await addSection(second, 'From the second')
  await second.write('Description', 'Written by the second')
  await second.save()
  assert.equal(stored().version, 2)
  world.step('the second has saved')
  // A visible window learns of the merged form within seconds. This one must not, for the last step.
  await other.page.goto('about:blank')

  await first.pressPublish()
  const dialog = one.page.getByRole('dialog', { name: CONFLICT })
  await dialog.getByText('My version: Written by the first').waitFor()
  await dialog.getByText('Their version: Written by the second').waitFor()
  assert.equal(stored().version, 2, 'nothing was written over')
  await dialog.getByRole('radio', { name: 'Their version' }).check()
  await dialog.getByRole('button', { name: 'Merge both versions' }).click()
  await dialog.waitFor({ state: 'detached' })
  await first.save()
  const merged = stored()
  assert.equal(merged.version, 3)
  assert.equal(merged.descripcion, 'Written by the second')
  assert.deepEqual(merged.secciones.map(({ titulo }) => titulo).toSorted(), [
    'From the first',
    'From the second',
    'Nota',
  ])
  assert.deepEqual(
    disk.versionLines(NOTE_FORM.id).map(({ username }) => username),
    [null, usernameOf(SUPERVISOR), usernameOf(EDITOR)],
    'each save is on the record',
  )
  world.step('merged and saved')

  // The second editor does not know about it and accepts the other version. Undo still restores its own.
  await server.stop()
  await other.goTo('/listar')
  const late = await edit(other)
  await late.write('Description', 'Late')
  await server.start()
  await late.pressPublish()
  const again = other.page.getByRole('dialog', { name: CONFLICT })
  await again.getByRole('button', { name: 'Use the saved version' }).click()
  await again.waitFor({ state: 'detached' })
  await late.section('From the first').waitFor()
  const description = other.page.getByRole('textbox', { name: 'Description', exact: true })
  assert.equal(await description.inputValue(), 'Written by the second')
  await late.undo()
  assert.equal(await description.inputValue(), 'Late')
  assert.equal(stored().version, 3)
})

async function edit({ page }: Tablet): Promise<EditorPage> {
  await new FormsListPage(page).choose(NOTE_TITLE, 'Edit')
  const editor = new EditorPage(page)
  await editor.isOpen()
  await isTheForm(page)
  return editor
}

async function isTheForm(page: Page): Promise<void> {
  assert.equal(await page.getByRole('textbox', { name: 'Form title', exact: true }).inputValue(), NOTE_FORM.titulo)
}

async function addSection(editor: EditorPage, title: string): Promise<void> {
  await editor.addSection(title)
  await editor.addQuestion(title, `Question ${title}`)
}
