import { TopBar } from '../controls/top-bar.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { answerShopForm, arrivedOnce } from '../support/main-job.ts'
import { arrivedOnce as haveArrivedOnce } from '../support/once.ts'
import { takePhotos } from '../support/photos.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const BY_ITSELF = 'closed without a network, the browser wakes the worker by itself'
const BY_SYNC = 'closed while the server is down, the sync event sends'

/** Once offline, where the browser wakes the worker; once without a server, where `sync` is dispatched. */
test('with the app closed, the woken worker alone sends what was saved, once', async ({ world }) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR, whole: true })
  const disk = diskOf(server.dataDir)
  const bar = () => new TopBar(tablet.page)

  await test.step(BY_ITSELF, async () => {
    const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
    await tablet.goOffline()
    await tablet.page.reload({ waitUntil: 'domcontentloaded' })
    const answered = await answerShopForm(tablet, photos)
    await bar().says(/\d to send/)
    await tablet.closeWindow()
    world.step("without a network: saved, and the app's window is closed")
    await tablet.goOnline()
    await arrivedOnce(server, answered)
    world.step('the worker has sent it')
    await tablet.goTo('/')
    await bar().says('All sent')
    await arrivedOnce(server, answered)
  })

  await test.step(BY_SYNC, async () => {
    const before = disk.lastKeyNumber()
    await server.stop()
    await tablet.page.reload({ waitUntil: 'domcontentloaded' })
    const ids = await plantAnswers(tablet, INSPECTOR, { count: 2, batch: 'woken' })
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
    await bar().says(/\d to send/)
    await tablet.closeWindow()
    await server.start()
    await tablet.stopWorkers()
    await tablet.dispatchSync()
    await eventually('the answers on the disk', () => disk.countAnswers(NOTE_FORM.id) === ids.length)
    await haveArrivedOnce(disk, ids, before)
    await tablet.goTo('/')
    await bar().says('All sent')
    await haveArrivedOnce(disk, ids, before)
  })
})
