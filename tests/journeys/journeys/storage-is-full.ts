import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { countOnDevice, filesOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { fillShopForm, prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR, SHOP_FORM, SHOP_TITLE } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const FULL = 'This device has no space left. Free some space and try again. Your saved work is safe.'

test('a full device refuses to save, says so, keeps no half of an answer, and saves once there is space again', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await prepare(tablet)
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  await server.stop()
  await new FormsListPage(tablet.page).answer(SHOP_TITLE)
  const form = new AnsweringPage(tablet.page)
  await fillShopForm(form, photos)
  await form.draftIsKept()

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
  const [answer] = diskOf(server.dataDir).answers(SHOP_FORM.id)
  assert.equal(answer?.files.length, 3)
})

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
