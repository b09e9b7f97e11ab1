import { TopBar } from '../controls/top-bar.ts'
import { test, type World } from '../support/world.ts'
import { answerShopForm, arrivedOnce, prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'

const SCENARIOS = [
  ['closed without a network, the browser wakes the worker by itself', 'network'],
  ['closed while the server is down, the sync event sends', 'server'],
] as const

/** Once offline, where the browser wakes the worker; once without a server, where `sync` is dispatched. */
test('with the app closed, the woken worker alone sends what was saved, once', async ({ world }) => {
  for (const [name, lost] of SCENARIOS) await test.step(name, () => wokenAfter(world, lost))
})

async function wokenAfter(world: World, lost: 'network' | 'server'): Promise<void> {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { whole: true })
  await prepare(tablet)
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  await (lost === 'network' ? tablet.goOffline() : server.stop())
  await tablet.page.reload({ waitUntil: 'domcontentloaded' })
  const answered = await answerShopForm(tablet, photos)
  await new TopBar(tablet.page).says(/\d to send/)
  await tablet.closeWindow()
  world.step(`no ${lost}: saved, and the app's window is closed`)
  if (lost === 'network') {
    await tablet.goOnline()
  } else {
    await server.start()
    await tablet.stopWorkers()
    await tablet.dispatchSync()
  }
  await arrivedOnce(server, answered)
  world.step('the worker has sent it')
  await tablet.goTo('/')
  await new TopBar(tablet.page).says('All sent')
  await arrivedOnce(server, answered)
  await tablet.close()
  await server.stop()
}
