import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '../../support/pdf/read-pdf.ts'
import type { Page } from '@playwright/test'
import { AnswerViewPage } from '../pages/answer-view-page.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { test } from '../support/world.ts'
import { look } from '../support/look.ts'
import { answerOffline, type Answered } from '../support/main-job.ts'
import type { Tablet } from '../support/tablet.ts'
import { eventually } from '../support/waiting.ts'

test('an answer saved without a network is printed there, and arrives once, automatically, when the app is opened with one', async ({
  world,
}) => {
  await answerOffline(world, printed)
})

/** Checks the print page, with photos and signature that only the device has, and the PDF printed by the browser. */
async function printed(tablet: Tablet, { id, files }: Answered): Promise<void> {
  const { page } = tablet
  await corrected(page, id)
  await tablet.goTo(`/ver/${id}`)
  await downloaded(tablet, files.length)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  const paper = new AnswerViewPage(page)
  await paper.shows('Bar El Puente')
  await page.getByText(/created before the answer was sent/).waitFor()
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  await page.locator('body[data-printed]').waitFor()
  await eventually('photos and signature', async () => (await paper.drawnPictures()) === files.length)
  assert.deepEqual(await look(page, 'printed-answer'), [])
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true })
  assert.ok(pdf.includes('/StructTreeRoot'), 'for screen readers, too')
  const folder = process.env['SCREENSHOTS'] ?? ''
  if (folder !== '') await writeFile(join(folder, 'printed-answer.pdf'), pdf)
}

/** Corrects the answer that was just saved, of which nothing has left: it keeps its id, files and signature. */
async function corrected(page: Page, id: Answered['id']): Promise<void> {
  await page.getByRole('button', { name: 'Correct before sending' }).click()
  const form = new AnsweringPage(page)
  await form.type('Empleados', '5')
  await form.save()
  const confirmation = new ConfirmationPage(page)
  await confirmation.isSavedOnTheDevice()
  assert.equal(confirmation.answerId(), id)
}

/** Checks the PDF that a worker on this device makes, from files cached by the service worker. */
async function downloaded({ page }: Tablet, pictures: number): Promise<void> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const download = await downloading
  assert.match(download.suggestedFilename(), /^[0-9A-Z]{3}-[0-9A-Z]{3}\.pdf$/)
  const bytes = await readFile(await download.path())
  const folder = process.env['SCREENSHOTS'] ?? ''
  if (folder !== '') await writeFile(join(folder, 'downloaded-answer.pdf'), bytes)
  const pdf = readPdf(bytes)
  const text = pdf.pages.flat().join('\n')
  for (const part of ['Bar El Puente', 'created before the answer was sent']) assert.ok(text.includes(part), text)
  // A transparent signature counts as two images: the picture and its mask.
  assert.ok(pdf.images >= pictures, `${pdf.images} pictures of ${pictures}`)
}
