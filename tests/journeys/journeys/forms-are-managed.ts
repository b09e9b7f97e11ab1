import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { buildDemoUsers } from '#embedded/demo/demo-accounts.ts'
import { DEMO_AREAS } from '#embedded/demo/places.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE, SHOP_FORM, SHOP_TITLE } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

/** username of EDITOR, as shown in the history */
const USERNAME = buildDemoUsers(0).find(({ id }) => id === EDITOR.id)?.userMuniCore

test('a form is copied into another area, made public and private again, and deleted: for good without answers, kept and marked with them', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: EDITOR })
  const disk = diskOf(server.dataDir)
  const { page } = tablet
  const list = new FormsListPage(page)

  await switchScope(page, disk)
  world.step('public, and private again')

  await list.choose(SHOP_TITLE, 'Duplicate')
  const dialog = page.getByRole('dialog', { name: `Duplicate “${SHOP_TITLE}”` })
  await dialog.getByRole('textbox', { name: 'Title of the copy' }).fill(SHOP_FORM.titulo)
  await dialog.getByRole('combobox', { name: 'Area' }).selectOption({ label: 'Espacios Verdes y Arbolado' })
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('The form was duplicated').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const copies = disk.templates(SHOP_FORM.titulo)
  const copy = copies.find(({ id }) => id !== SHOP_FORM.id)
  assert.ok(copies.length === 2 && copy !== undefined, 'one copy beside the original')
  assert.deepEqual(
    [copy.areas, copy.version, copy.duplicatedInfo?.parentFormId],
    [[DEMO_AREAS.cordoba.espaciosVerdes], 1, SHOP_FORM.id],
  )
  assert.deepEqual(copy.secciones, copies.find(({ id }) => id === SHOP_FORM.id)?.secciones, 'with all that is asked')
  await eventually('both rows', async () => (await rowsOf(page, SHOP_TITLE).count()) === 2)
  world.step('copied into another area')

  await rowsOf(page, SHOP_TITLE)
    .filter({ hasText: 'Espacios Verdes y Arbolado' })
    .getByRole('button', { name: `More actions for ${SHOP_TITLE}` })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await remove(page, SHOP_TITLE, 'The form has no associated answers.')
  assert.deepEqual(
    disk.templates(SHOP_FORM.titulo).map(({ id, deleted }) => [id, deleted]),
    [[SHOP_FORM.id, false]],
    'gone from the disk, the original untouched',
  )
  world.step('deleted for good: it had no answers')

  await list.answer(NOTE_TITLE)
  const form = new AnsweringPage(page)
  await form.type('Nota', 'Answered before it goes')
  await form.save()
  await new ConfirmationPage(page).isRegistered()
  await eventually('the answer on the disk', () => disk.countAnswers(NOTE_FORM.id) === 1, { within: 60_000 })
  await tablet.goTo('/listar')
  await list.choose(NOTE_TITLE, 'Delete')
  await remove(page, NOTE_TITLE, 'This action will delete the form and all its associated answers.')
  const [kept] = disk.templates(NOTE_FORM.titulo)
  assert.deepEqual(
    [kept?.deleted, kept?.deletionInfo?.username, kept?.deletionInfo?.emptyForm],
    [true, USERNAME, false],
  )
  assert.equal(disk.countAnswers(NOTE_FORM.id), 1, 'its answers stay')
  await tablet.goTo('/listar')
  await list.isHere(SHOP_TITLE)
  assert.equal(await rowsOf(page, NOTE_TITLE).count(), 0, 'it does not come back with a reload')
})

async function switchScope(page: Page, disk: Disk): Promise<void> {
  const scope = page.getByRole('switch', { name: `Public: ${NOTE_TITLE}` })
  const stored = () => disk.template(NOTE_FORM.titulo)
  const { version } = stored()
  await scope.press('Space')
  await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click()
  await page.getByText(`${NOTE_TITLE} is now public`).waitFor()
  assert.deepEqual(
    [stored().opcionales.publico, stored().version, stored().lastEdit?.username],
    [true, version + 1, USERNAME],
  )
  await page.reload()
  await eventually('the switch to be on after the reload', () => scope.isChecked())
  await scope.press('Space')
  await page.getByText(`${NOTE_TITLE} is now private`).waitFor()
  assert.deepEqual([stored().opcionales.publico, stored().version], [false, version + 2])
}

/** Confirms a deletion after the dialog has described it; the row disappears. */
async function remove(page: Page, title: string, said: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Delete “${title}”?` })
  await dialog.getByText(said).waitFor()
  const rows = await rowsOf(page, title).count()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('The form was deleted').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await eventually('its row to be gone', async () => (await rowsOf(page, title).count()) === rows - 1)
}

const rowsOf = (page: Page, title: string) =>
  page
    .locator('tbody tr, li')
    .filter({ has: page.getByRole('button', { name: `More actions for ${title}`, exact: true }) })
