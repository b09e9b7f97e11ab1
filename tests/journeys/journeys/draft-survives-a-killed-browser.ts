import assert from 'node:assert/strict'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { fillShopForm, prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import { INSPECTOR, SHOP_FORM, SHOP_TITLE } from '../support/town.ts'
import { eventually, pause } from '../support/waiting.ts'

/** The journal writes within 300 ms; the rest is for a machine that is busy with two browsers. */
const JOURNALED = 1_500

test('a browser killed in mid-typing opens again on the same form, at the same question, with text, photos and signature', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await prepare(tablet)
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  // Closing flushes the cookie, which Chromium writes to disk up to half a minute later.
  await tablet.close()
  await tablet.open()
  await tablet.goTo('/listar')
  await server.stop()
  await new FormsListPage(tablet.page).answer(SHOP_TITLE)
  const form = new AnsweringPage(tablet.page)
  await fillShopForm(form, photos)
  const typing = form.question('Cubiertos').getByRole('textbox')
  await typing.fill('')
  await typing.pressSequentially('ciento veinte cubiertos', { delay: 20 })
  // Kills during typing: the last words are only as old as the journal's interval.
  await pause(JOURNALED)
  await tablet.crash()
  world.step('killed with SIGKILL')

  await tablet.open()
  await tablet.goTo('/')
  const again = new AnsweringPage(tablet.page)
  await tablet.page.waitForURL(new RegExp(`/contestar/${SHOP_FORM.id}`))
  await eventually(
    'the focus on the question where it was left',
    async () => (await again.focusedQuestion()) === '2/c0/0',
    { within: 10_000 },
  )
  assert.equal(await again.question('Cubiertos').getByRole('textbox').inputValue(), 'ciento veinte cubiertos')
  assert.ok(await again.question('Cubiertos').isVisible())
  assert.equal(await again.question('Nombre').getByRole('textbox').inputValue(), 'Bar El Puente')
  for (const title of ['Fachada', 'Foto']) await again.question(title).getByRole('img').waitFor()
  const group = tablet.page.getByRole('group', { name: 'Responsable' })
  assert.equal(await group.getByLabel('First name').inputValue(), 'Ana')
  await again.signature('Responsable').picture().waitFor()
  world.step('opened on the same question, with everything')

  await again.save()
  await new ConfirmationPage(tablet.page).isSavedOnTheDevice()
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'drafts'), 0, 'the draft became the answer')
  await server.start()
  await tablet.page.reload()
  await new ConfirmationPage(tablet.page).isRegistered()
  const [answer, ...more] = diskOf(server.dataDir).answers(SHOP_FORM.id)
  assert.equal(more.length, 0)
  assert.equal(answer?.files.length, 3)
})
