import assert from 'node:assert/strict'
import type { AnswerId } from '#domain/kernel/index.ts'
import { AnswerViewPage } from '../../pages/answer-view-page.ts'
import { look } from '../../support/look.ts'
import type { Supervisor } from '../../support/supervisor.ts'
import type { Tablet } from '../../support/tablet.ts'
import { NOTE_FORM } from '../../support/town.ts'
import { eventually } from '../../support/waiting.ts'

/** The municipality's administrator restores a deleted answer by keyboard, checks its content, and deletes it again. */
export async function restoreDeletedAnswer(
  desk: Tablet,
  field: Tablet,
  outside: Supervisor,
  id: AnswerId,
): Promise<void> {
  const { page } = desk
  await desk.goTo('/supervision')
  await page.getByRole('link', { name: 'Deleted' }).press('Enter')
  const table = page.getByRole('table', { name: 'Deleted answers' })
  await table.getByText('30 days left').waitFor()
  const search = page.getByLabel('Code, form, area or user who deleted it')
  await search.fill('of another form')
  await page.getByText('No deleted answers contain “of another form”.').waitFor()
  for (const sought of ['andanza', '']) {
    await search.fill(sought)
    await table.getByText('30 days left').waitFor()
  }
  assert.deepEqual(await look(page, 'deleted-answers'), [])
  await table.getByRole('button', { name: /^Restore answer/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Restore this answer?' })
  await dialog.waitFor()
  assert.deepEqual(await look(page, 'restore-answer'), [])
  await desk.goOffline()
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter')
  await dialog.getByRole('alert').waitFor()
  await desk.goOnline()
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter')
  await page.getByText('There are no deleted answers to restore.').waitFor()
  assert.deepEqual(await look(page, 'no-deleted-answers'), [])
  assert.equal((await outside.answersOf(NOTE_FORM.id)).length, 1)

  await desk.goTo(`/ver/${id}`)
  await new AnswerViewPage(page).shows('Two broken lamps')
  for (const what of ['Restored', 'Deleted']) await page.getByText(what, { exact: true }).waitFor()
  // The answer is back on its author's device.
  await field.goTo(`/misRespuestas/${NOTE_FORM.id}`)
  await field.page
    .getByText((await outside.answer(id)).codigoMunicipio)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Delete answer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete answer' }).click()
  await eventually('it to be gone again', async () => (await outside.answersOf(NOTE_FORM.id)).length === 0)
}
