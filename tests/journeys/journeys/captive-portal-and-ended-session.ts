import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { answerShopForm, arrivedOnce } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { CODE_KEY, INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const ANSWERS = 60
const PORTAL_NAME = 'a captive portal answers everything with its own page'
const ENDED = 'the session ends in the middle of a drain'
const PORTAL = '<!doctype html><title>Free WiFi</title><h1>Accept our terms</h1>'

test('a captive portal and a session that ends in mid-drain lose nothing; signing in happens in place, and the rest is sent', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const disk = diskOf(server.dataDir)
  const bar = new TopBar(tablet.page)
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)

  await test.step(PORTAL_NAME, async () => {
    // "200 OK", but not from our server.
    await tablet.context.route('**/api/**', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: PORTAL }),
    )
    const answered = await answerShopForm(tablet, photos)
    await bar.says(/\d to send/)
    assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), 1)
    assert.equal(disk.countAnswers(answered.id as never), 0)
    await tablet.context.unroute('**/api/**')
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
    await new ConfirmationPage(tablet.page).isRegistered()
    await arrivedOnce(server, answered)
  })

  await test.step(ENDED, async () => {
    const before = { code: disk.lastKeyNumber(), files: await disk.countFiles() }
    await tablet.goOffline()
    const ids = await plantAnswers(tablet, INSPECTOR, { count: ANSWERS, batch: 'revoked' })
    await tablet.goOnline()
    await eventually('the middle of the drain', async () => (await disk.countFiles()) - before.files >= ANSWERS / 3, {
      every: 1,
    })
    const [cookie] = await tablet.context.cookies()
    assert.equal(cookie?.name, '__session')
    const ended = await fetch(`${server.origin}/api/session`, {
      method: 'DELETE',
      headers: { cookie: `__session=${cookie?.value}`, origin: server.origin },
    })
    assert.equal(ended.status, 204)
    const banner = tablet.page.getByText(/Your session has ended\./)
    await banner.waitFor()
    await bar.says('Sign in to send')
    const arrived = disk.countAnswers(NOTE_FORM.id)
    assert.ok(arrived < ANSWERS, 'the session ended in the middle')
    assert.equal(
      await countOnDevice(tablet, INSPECTOR, 'outbox'),
      ANSWERS - arrived,
      'everything else is on the device',
    )
    world.step(`the session ended after ${arrived} of ${ANSWERS} answers`)

    const address = tablet.page.url()
    await new SignInPage(tablet.page).signInAgain(INSPECTOR)
    await bar.says('All sent', 90_000)
    assert.equal(tablet.page.url(), address, 'signed in where the work was')
    await banner.waitFor({ state: 'detached' })
    const answers = disk.answers(NOTE_FORM.id)
    assert.deepEqual(answers.map(({ id }) => id).sort(), [...ids].sort(), 'every answer, and each once')
    assert.deepEqual(
      answers.map(({ codigoMunicipio }) => codigoMunicipio).sort(),
      ids.map((_, i) => `${CODE_KEY}${before.code + 1 + i}`).sort(),
      'codes without a gap or a twin',
    )
    assert.deepEqual(await disk.orphans(), [])
  })
})
