import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE } from '../support/town.ts'

/** As a spreadsheet program with Spanish settings writes it: semicolons, several sheets in one table. */
const SURVEY = [
  'survey;;;;;',
  ';type;name;label;required;relevant',
  ';begin group;local;Local;;',
  ';text;owner;Dueño;yes;',
  ';select_one roof;roof;Techo;;',
  ';end group;;;;',
  ';begin repeat;exit;Salidas;;',
  ';decimal;width;Ancho;;${roof} = 1',
  ';end repeat;;;;',
  'choices;;;;;',
  ';list_name;name;label;;',
  ';roof;1;Chapa;;',
  ';roof;2;Tejas;;',
  'settings;;;;;',
  ';form_title;;;;',
  ';Habilitación;;;;',
].join('\n')

test('a form comes from an XLSForm, is tried out as the public sees it, saved, brought back to what it was, and taken along as a file', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: EDITOR })
  const { page } = tablet
  const disk = diskOf(server.dataDir)
  await new FormsListPage(page).choose(NOTE_TITLE, 'Edit')
  const editor = new EditorPage(page)
  await editor.isOpen()

  await openTool(page, 'Import and export')
  const chosen = page.locator('input[type="file"][accept*=".xlsx"]')
  await chosen.setInputFiles({
    name: 'viejo.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
  })
  await page.getByText(/old \.xls format/).waitFor()
  await chosen.setInputFiles({ name: 'obras.csv', mimeType: 'text/csv', buffer: Buffer.from(SURVEY) })
  await page.getByRole('heading', { name: 'Habilitación' }).waitFor()
  await page.getByText(/Display conditions/).waitFor()
  await page.getByRole('button', { name: 'Use this form' }).click()
  await editor.question('Dueño').waitFor()
  world.step('imported, with its report')

  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Public', exact: true }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Habilitación', level: 1 }).waitFor()
  await frame.getByRole('button', { name: 'Save answer' }).click()
  await frame.getByRole('button', { name: 'Next missing' }).waitFor()
  await frame.getByLabel(/Dueño/).fill('Ana')
  await frame.getByRole('button', { name: 'Save answer' }).click()
  await frame.getByText(/nothing is saved or sent/).waitFor()
  await page.keyboard.press('Escape')
  world.step('tried out')

  await editor.save()
  const stored = disk.template('Habilitación')
  assert.equal(stored.version, 2)
  assert.deepEqual(
    stored.secciones.map(({ titulo, repetible }) => [titulo, repetible]),
    [
      ['Local', false],
      ['Salidas', true],
    ],
  )
  assert.equal(disk.countAnswers(NOTE_FORM.id), 0, 'what was tried out reached nobody')

  await new FormsListPage(page).choose('Habilitación', 'Edit')
  await editor.isOpen()
  await openTool(page, 'Versions')
  await page.getByText('Version 1', { exact: true }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await editor.save()
  const back = disk.template(NOTE_FORM.titulo)
  assert.equal(back.version, 3)
  assert.deepEqual(
    back.secciones.map(({ titulo }) => titulo),
    NOTE_FORM.secciones.map(({ titulo }) => titulo ?? ''),
  )
  world.step('brought back as a version of its own')

  await new FormsListPage(page).choose(NOTE_TITLE, 'Edit')
  await editor.isOpen()
  await openTool(page, 'Import and export')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export this form' }).click(),
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    readonly form: { readonly titulo: string }
  }
  assert.equal(file.form.titulo, NOTE_FORM.titulo)
})

async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for the form' }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('dialog', { name }).waitFor()
}
