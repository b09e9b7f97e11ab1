import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { PublicFormPage, PublicSavedPage } from '../pages/public-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { takePhotos } from '../support/photos.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const FORM = templateIdSchema.parse('reclamo-alumbrado')
const ADDRESS = `/publico/contestar/${FORM}`
const PHONE = { width: 390, height: 844 }
const PUBLIC = { id: 'public', email: '', password: '' }

test('someone without an account answers on a phone: the line is cut three times, the browser is killed, and the answer arrives once, with its photo', async ({
  world,
}) => {
  const server = await world.server()
  const phone = await world.tablet(server.origin, { viewport: PHONE })
  const disk = diskOf(server.dataDir)
  const before = { answers: disk.countAnswers(FORM), files: await disk.countFiles() }
  const [photo = ''] = await takePhotos(phone.page, world.folder('photos'), 1)
  await readsWithoutScript(server.origin)

  await lookAround(
    world,
    [phone],
    async (looking) => {
      await typesBeforeScripts(phone, looking)
      const form = new AnsweringPage(phone.page)
      await looking(phone.page, 'public-form')
      await phone.workerControls()

      await phone.goOffline()
      await phone.page.getByText('No connection. Your answer will be kept on this device').waitFor()
      await fill(form, phone.page)
      await form.attachPhoto('Photo', photo)
      await form.draftIsKept()
      await phone.crash()
      world.step('the line is cut, and the browser killed in the middle of the form')
      await phone.open()
      await phone.goOffline()
      await phone.goTo(ADDRESS)
      const [goesOn, again] = [new PublicFormPage(phone.page), new AnsweringPage(phone.page)]
      await goesOn.asksWhoseDraft()
      assert.equal(
        await again.question('Photo').count(),
        0,
        'nothing that was written, before somebody says it is theirs',
      )
      await looking(phone.page, 'public-draft-whose')
      await goesOn.continues()
      await again.question('Photo').getByRole('img').waitFor()
      await looking(phone.page, 'public-form-offline')
      // The worker sleeps since the network was cut and would be woken by the browser, which does not know about the
      // cut.
      await phone.wakeWorker()
      await again.save()
      const saved = new PublicSavedPage(phone.page)
      await saved.waits()
      await looking(phone.page, 'public-saved-offline')
      await phone.crash()
      world.step('killed again, with the answer saved')

      await phone.open()
      await phone.goTo(ADDRESS)
      await cutTwice(phone, () => disk.countAnswers(FORM) > before.answers)
      await eventually('the answer on the disk', () => disk.countAnswers(FORM) > before.answers, { within: 60_000 })
      await phone.page.getByRole('link', { name: 'See the state of that answer' }).click()
      const code = await new PublicSavedPage(phone.page).isRegistered()
      assert.match(phone.page.url(), new RegExp(`/publico/guardado/${FORM}/${code}$`))
      await looking(phone.page, 'public-registered')
      await takesVoucher(phone, code)
      await looksUpState(phone, looking)

      for (const table of ['outbox', 'blobs', 'drafts'] as const)
        assert.equal(await countOnDevice(phone, PUBLIC, table), 0, `${table} of the phone`)
      await seenAtTheDesk(server.origin, code)
      await answersAtOnce(phone)
      await phone.goTo('/publico/contestar/no-hay')
      await phone.page.getByText('The form does not exist.').waitFor()
      await looking(phone.page, 'public-missing')
    },
    { tight: true },
  )
  assert.equal(disk.countAnswers(FORM), before.answers + 2, 'each answer, once')
  assert.equal(await disk.countFiles(), before.files + 1, 'and its photo')
})

/** The link of the page carries the code, which is looked up at once; the page offers both languages. */
async function looksUpState({ page }: Tablet, looking: (page: Page, name: string) => Promise<void>): Promise<void> {
  const { origin } = new URL(page.url())
  await page.getByRole('link', { name: /consultar-estado/ }).click()
  await page.getByText('Municipality', { exact: true }).waitFor()
  await looking(page, 'public-state')
  await page.getByText('English', { exact: true }).click()
  await page.getByRole('link', { name: 'español' }).click()
  await page.getByRole('heading', { name: 'Consultar el estado de su trámite' }).waitFor()
  await page.goto(`${origin}/publico/nada`)
  await page.getByRole('link', { name: 'Check the state of your form' }).waitFor()
  await page.getByRole('link', { name: 'Forms you can answer online' }).click()
  await page.getByText('Choose your municipality.').waitFor()
  await looking(page, 'public-municipalities')
  await page.getByRole('listitem').getByRole('link').first().click()
  await page.getByText('You do not need an account.').waitFor()
  await looking(page, 'public-forms')
  await page.getByText('English', { exact: true }).click()
  await page.getByRole('link', { name: 'español' }).click()
  await page.getByText('No necesita una cuenta.').waitFor()
}

/** The voucher contains the code, and the municipality's message after answering. */
async function takesVoucher({ page }: Tablet, code: string): Promise<void> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download voucher' }).click()
  const { name, text } = await readDownload(await downloading)
  assert.equal(name, `Voucher_${code}.pdf`)
  for (const part of [code, 'Recibimos su aviso.']) assert.ok(text.includes(part), text)
}

/** The whole answer is downloaded as a PDF automatically, with its new code. */
async function answersAtOnce(phone: Tablet): Promise<void> {
  await phone.goTo(ADDRESS)
  const form = new AnsweringPage(phone.page)
  // Saving an empty form is refused once; then all missing answers are marked.
  await form.pressSave()
  await phone.page.getByText('The address is required.').waitFor()
  assert.equal(await phone.page.locator('[data-problem="true"]').count(), 2)
  await fill(form, phone.page)
  const downloading = phone.page.waitForEvent('download', { timeout: 60_000 })
  await form.save()
  const { name, text } = await readDownload(await downloading)
  assert.equal(name, `${await new PublicSavedPage(phone.page).isRegistered()}.pdf`)
  for (const part of ['Belgrano 1200', 'Light out', name.slice(0, -4)]) assert.ok(text.includes(part), text)
}

async function readDownload(download: Download): Promise<{ readonly name: string; readonly text: string }> {
  const pdf = readPdf(await readFile(await download.path()))
  return { name: download.suggestedFilename(), text: pdf.pages.flat().join('\n') }
}

async function fill(form: AnsweringPage, page: Page): Promise<void> {
  await form.choose('Problem', 'Light out')
  await form.choose('Is there a danger of electrocution or of falling?', 'No')
  await page.getByLabel('Address').fill('Belgrano 1200')
}

/** Checks the HTML that chat previews and browsers without scripts read. */
async function readsWithoutScript(origin: string): Promise<void> {
  const page = await fetch(origin + ADDRESS)
  const html = await page.text()
  assert.equal(page.status, 200)
  assert.match(html, /<h1>Reclamo de alumbrado público<\/h1>/)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  assert.equal((await fetch(`${origin}/publico/contestar/no-hay`)).status, 404)
}

/**
 * Text typed before any script runs is in the form when the app has started, with the cursor where it was, and in a
 * draft.
 */
async function typesBeforeScripts(phone: Tablet, looking: (page: Page, name: string) => Promise<void>): Promise<void> {
  const { page, origin } = phone
  let come = (): void => undefined
  const line = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await line
    await route.continue()
  })
  await page.goto(origin + ADDRESS, { waitUntil: 'commit' })
  const lights = page.getByLabel('Number of lights affected')
  await page.getByText('Light out', { exact: true }).click()
  await lights.fill('30')
  await looking(page, 'public-form-before-scripts')
  await page.setViewportSize(PHONE)
  await lights.press('Home')
  await page.keyboard.type('1')
  come()
  const form = new AnsweringPage(page)
  await form.question('Problem').waitFor()
  await form.draftIsKept()
  assert.equal(await countOnDevice(phone, PUBLIC, 'drafts'), 1, 'what was typed before is a draft')
  await page.keyboard.type('2')
  assert.equal(await lights.inputValue(), '1230', 'typing goes on where it was')
  assert.ok(await form.question('Problem').getByRole('radio', { name: 'Light out' }).isChecked())
  await form.draftIsKept()
  await page.unrouteAll()
}

async function cutTwice(phone: Tablet, isThere: () => boolean): Promise<void> {
  for (let cut = 0; cut < 2 && !isThere(); cut += 1) {
    await phone.goOffline()
    await phone.goOnline()
  }
}

/** An administrator finds the answer by its code, with the anonymous user as author and with the photo. */
async function seenAtTheDesk(origin: string, code: string): Promise<void> {
  const desk = await signInAs(ADMIN, origin)
  const answers = await desk.answersOf(FORM)
  const found = answers.find((answer) => answer.codigoMunicipio === code)
  assert.ok(found !== undefined, `an answer with the code ${code}`)
  const answer = await desk.answer(found.id)
  assert.equal(answer.creadoPor, 'Usuario Anónimo')
  const [file] = answer.files
  assert.ok(file !== undefined, 'its photo')
  assert.equal((await desk.file(answer.id, file.sha256)).length, file.bytes)
}
