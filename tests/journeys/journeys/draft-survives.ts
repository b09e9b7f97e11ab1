import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { countOnDevice, filesOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { fillShopForm } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR, SHOP_FORM, SHOP_TITLE } from '../support/town.ts'
import { eventually, pause } from '../support/waiting.ts'

const FULL = 'This device has no space left. Free some space and try again. Your saved work is safe.'

/** The journal writes within 300 ms; the rest is for a machine that is busy with two browsers. */
const JOURNALED = 1_500

test('a browser killed in mid-typing opens again on the same form, at the same question, with everything; a full device refuses to save it, says so, keeps no half of it, and saves once there is space again', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  // Closing flushes the cookie, which Chromium writes to disk up to half a minute later.
  await tablet.close()
  await tablet.open()
  await tablet.goTo('/listar')
  await server.stop()
  await new FormsListPage(tablet.page).answer(SHOP_TITLE)
  await killedInMidTyping(tablet, photos)
  world.step('killed with SIGKILL')
  await tablet.open()
  await tablet.goTo('/')
  const form = new AnsweringPage(tablet.page)
  await hasEverything(tablet, form)
  world.step('opened on the same question, with everything')

  await limitStorage(tablet, 1)
  await eventually('the browser to notice that the device is full', () => isFull(tablet), {
    within: 60_000,
    every: 500,
  })
  await form.pressSave()
  assert.match(await form.refusal(), new RegExp(FULL.replaceAll('.', String.raw`\.`)))
  assert.match(tablet.page.url(), /\/contestar\//)
  const standing = async () => ({
    outbox: await countOnDevice(tablet, INSPECTOR, 'outbox'),
    answers: await countOnDevice(tablet, INSPECTOR, 'answers'),
    drafts: await countOnDevice(tablet, INSPECTOR, 'drafts'),
    files: (await filesOnDevice(tablet, INSPECTOR)).length,
  })
  const known = (await standing()).answers
  assert.deepEqual(
    await standing(),
    { outbox: 0, answers: known, drafts: 1, files: 3 },
    'nothing half saved, nothing lost',
  )
  world.step('refused, with everything still in the draft')

  await limitStorage(tablet, undefined)
  await eventually('the browser to notice that there is space', async () => !(await isFull(tablet)), {
    within: 60_000,
    every: 500,
  })
  await form.save()
  assert.deepEqual(await standing(), { outbox: 1, answers: known + 1, drafts: 0, files: 3 })
  await server.start()
  await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
  await new ConfirmationPage(tablet.page).isRegistered()
  await new TopBar(tablet.page).says('All sent')
  const [answer, ...more] = diskOf(server.dataDir).answers(SHOP_FORM.id)
  assert.equal(more.length, 0)
  assert.equal(answer?.files.length, 3)
})

/** Kills during typing: the last words are only as old as the journal's interval. */
async function killedInMidTyping(tablet: Tablet, photos: readonly string[]): Promise<void> {
  const form = new AnsweringPage(tablet.page)
  await fillShopForm(form, photos)
  const typing = form.question('Cubiertos').getByRole('textbox')
  await typing.fill('')
  await typing.pressSequentially('ciento veinte cubiertos', { delay: 20 })
  await pause(JOURNALED)
  await tablet.crash()
}

async function hasEverything({ page }: Tablet, form: AnsweringPage): Promise<void> {
  await page.waitForURL(new RegExp(`/contestar/${SHOP_FORM.id}`))
  await eventually(
    'the focus on the question where it was left',
    async () => (await form.focusedQuestion()) === '2/c0/0',
    { within: 10_000 },
  )
  assert.equal(await form.question('Cubiertos').getByRole('textbox').inputValue(), 'ciento veinte cubiertos')
  assert.ok(await form.question('Cubiertos').isVisible())
  assert.equal(await form.question('Nombre').getByRole('textbox').inputValue(), 'Bar El Puente')
  for (const title of ['Fachada', 'Foto']) await form.question(title).getByRole('img').waitFor()
  const group = page.getByRole('group', { name: 'Responsable' })
  assert.equal(await group.getByLabel('First name').inputValue(), 'Ana')
  await form.signature('Responsable').picture().waitFor()
}

/** @param quotaSize maximum bytes of the whole origin; undefined: the disk's free space */
async function limitStorage(tablet: Tablet, quotaSize: number | undefined): Promise<void> {
  const session = await tablet.context.newCDPSession(tablet.page)
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: tablet.origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  })
}

/** Chromium caches the free space for up to 30 s, so a test database on the same origin is written until it fails. */
async function isFull(tablet: Tablet): Promise<boolean> {
  return tablet.page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('journey-probe', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('probes', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('QuotaExceededError'))
    }).catch(() => null)
    if (database === null) return true
    const full = await new Promise<boolean>((resolve) => {
      const writing = database.transaction('probes', 'readwrite', { durability: 'strict' })
      writing.objectStore('probes').add('x'.repeat(1000))
      writing.oncomplete = () => resolve(false)
      writing.onabort = () => resolve(true)
    })
    database.close()
    return full
  })
}
