import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { test, type World } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import { fillShopForm, prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Server } from '../support/server.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR, NOTE_FORM, SHOP_FORM } from '../support/town.ts'

test('axe finds nothing on the screens of inspectors, and none is wider than the window: phone, tablet and desk, light and dark', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await lookAround(world, [tablet], async (looking) => {
    await withoutAccount(tablet, looking)
    await asInspector(world, server, tablet, looking)
  })
})

async function withoutAccount(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await looking(page, 'sign-in')
  await page.getByLabel('E-mail').fill('nobody@relevo.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Wrong e-mail or password.').waitFor()
  await looking(page, 'sign-in-refused')
  await page.getByRole('button', { name: 'I forgot my password' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'forgotten-password')
  await tablet.goTo('/contrasena#some-token')
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await looking(page, 'choose-password')
  await tablet.goTo('/actas/consultar')
  await page.getByLabel('Code').fill('000VIS0')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('No records were found for this code').waitFor()
  await looking(page, 'record-missing')
  await tablet.goTo('/404')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await looking(page, 'not-found')
}

async function asInspector(world: World, server: Server, tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  await prepare(tablet)
  await looking(page, 'forms')
  await tablet.goTo('/listar?nombre=zzz')
  await page.getByText('No forms were found with that name').waitFor()
  await looking(page, 'forms-none')
  await new TopBar(page).openMenu()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await looking(page, 'account-menu')

  await tablet.goTo('/contestar/inspeccion-local')
  await page.getByRole('button', { name: 'Collapse sections' }).waitFor()
  await looking(page, 'answering-long')
  await tablet.goTo('/contestar/viaje-no-existe')
  await page.getByText('The form does not exist.').waitFor()
  await looking(page, 'answering-missing-form')

  await tablet.goTo(`/contestar/${SHOP_FORM.id}`)
  const form = new AnsweringPage(page)
  await form.pressSave()
  await page.getByText('Some required fields are missing.').waitFor()
  await looking(page, 'answering-incomplete')
  await page.getByRole('button', { name: /^\d+ missing$/ }).click()
  await page.getByRole('region', { name: 'Some required fields are missing.' }).waitFor()
  await looking(page, 'answering-missing-listed')
  await fillShopForm(form, photos)
  await looking(page, 'answering-complete')
  const reads = page.getByRole('button', { name: 'Read before signing' })
  await reads.press('Enter')
  const reading = page.getByRole('dialog', { name: 'Read before signing' })
  await reading.getByRole('img', { name: 'Signature of Ana Paz' }).waitFor()
  await looking(page, 'reading-before-signing')
  await reading.getByRole('button', { name: 'Sign again' }).first().click()
  await page.getByRole('button', { name: 'Undo stroke' }).waitFor()
  const above = await page.evaluate(() => document.elementFromPoint(innerWidth - 28, 28)?.closest('header'))
  assert.ok(!above, 'the pad covers the close button of the dialog')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.keyboard.press('Escape')
  await reading.waitFor({ state: 'hidden' })
  await page.locator('button:focus', { hasText: 'Read before signing' }).waitFor()
  await form.save()
  await new ConfirmationPage(page).isRegistered()
  await looking(page, 'confirmation-registered')
  await page.getByRole('link', { name: 'See answer' }).click()
  await page.getByRole('heading', { name: 'Signatures' }).waitFor()
  await looking(page, 'answer-view-own')

  await lookAtAccount(server, tablet, looking)
  await beginTwice(tablet)
  await tablet.goTo(`/contestar/${NOTE_FORM.id}`)
  await page.getByText('You have several drafts of this form.').waitFor()
  await looking(page, 'draft-chooser')

  await server.stop()
  await plantAnswers(tablet, INSPECTOR, { count: 2, batch: 'seen' })
  await tablet.goTo('/sincronizacion')
  await page.getByRole('list', { name: 'To be sent' }).waitFor()
  await looking(page, 'sync-centre')
  await page
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'discard-draft')
  await tablet.goTo('/respuestas/listado/viaje-nota')
  await page.getByText('Could not connect to the server.').first().waitFor()
  await looking(page, 'answers-offline')
  await tablet.goTo('/cuenta')
  await page.locator('main').getByText('Cannot reach the server').first().waitFor()
  await looking(page, 'account-offline')
  await tablet.goTo('/listar')
  await new TopBar(page).openMenu()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: 'Sign out with unsent work?' }).waitFor()
  await looking(page, 'sign-out-with-work')

  await server.start()
  await tablet.context.clearCookies()
  await tablet.goTo('/home')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password', { exact: true }).waitFor()
  await looking(page, 'sign-in-again')
}

/** Opens one's own account, while another session of it exists. */
async function lookAtAccount({ origin }: Server, tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await signInAs(INSPECTOR, origin)
  await tablet.goTo('/cuenta')
  await page.getByText('This device', { exact: true }).waitFor()
  await looking(page, 'account')
  await page
    .getByRole('button', { name: /^Sign out of .*, signed in/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'account-sign-out-there')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'account-change-password')
}

/** Starts two drafts of one form. */
async function beginTwice(tablet: Tablet): Promise<void> {
  for (const text of ['first', 'second']) {
    await tablet.goTo(`/contestar/${NOTE_FORM.id}?borrador=nuevo`)
    const form = new AnsweringPage(tablet.page)
    await form.type('Nota', text)
    await form.draftIsKept()
  }
}
