import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import type { Journey, World } from '../support/journey.ts'
import { look, type Fault } from '../support/look.ts'
import { fillShopForm, prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Server } from '../support/server.ts'
import type { Tablet } from '../support/tablet.ts'
import { GENERATOR, INSPECTOR, MUNICIPALITY, NOTE_FORM, SHOP_FORM, SUPERVISOR } from '../support/town.ts'

/** Decides about held answers, sees the devices and the failed tasks of the municipality. */
const OVERSEER = { ...SUPERVISOR, id: 'supervisor-elevado', email: 'supervisor-elevado@relevo.example' }

/** Looks at the screen that is open and remembers what is wrong with it, so that one run tells all. */
type Looking = (page: Page, screen: string) => Promise<void>

export const journey: Journey = {
  name: 'axe finds nothing on any screen, and none is wider than the window: phone, tablet and desk, light and dark',
  seconds: 300,
  run: async (world) => {
    const server = await world.server()
    const faults: Fault[] = []
    const seen: string[] = []
    const looking: Looking = async (page, screen) => {
      seen.push(screen)
      faults.push(...(await look(page, screen)))
    }
    const tablet = await world.tablet(server.origin)
    await withoutAccount(tablet, looking)
    await asInspector(world, server, tablet, looking)
    await tablet.close()
    await asSupervisor(await world.tablet(server.origin), looking)
    await asOverseer(await world.tablet(server.origin), looking)
    await asGenerator(server, await world.tablet(server.origin), looking)
    world.step(`${seen.length} screens: ${seen.join(', ')}`)
    assert.deepEqual(faults, [])
    const refusedByPolicy = tablet.console.filter((line) => /Content Security Policy|Refused to/.test(line))
    assert.deepEqual(refusedByPolicy, [], 'nothing breaks our own policy')
  },
}

async function withoutAccount(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await looking(page, 'sign-in')
  await page.getByLabel('E-mail').fill('nobody@relevo.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The e-mail or the password is not right.').waitFor()
  await looking(page, 'sign-in-refused')
  await page.getByRole('button', { name: 'I forgot my password' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'forgotten-password')
  await tablet.goTo('/contrasena/some-token')
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await looking(page, 'choose-password')
  await tablet.goTo('/404')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await looking(page, 'not-found')
}

async function asInspector(world: World, server: Server, tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  const photos = await takePhotos(tablet, await world.folder('photos'), 2)
  await prepare(tablet)
  await looking(page, 'forms')
  await tablet.goTo('/listar?nombre=zzz')
  await page.getByText('No forms were found with that name').waitFor()
  await looking(page, 'forms-none')
  await new TopBar(page).openMenu()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await looking(page, 'account-menu')

  await tablet.goTo('/contestar/inspeccion-local')
  await page.getByRole('button', { name: 'Expand sections' }).click()
  await looking(page, 'answering-long')
  await tablet.goTo('/contestar/viaje-no-existe')
  await page.getByText('The form to answer does not exist.').waitFor()
  await looking(page, 'answering-missing-form')

  await tablet.goTo(`/contestar/${SHOP_FORM.id}`)
  const form = new AnsweringPage(page)
  await form.pressSave()
  await page.getByText('Some required fields are missing.').waitFor()
  await looking(page, 'answering-incomplete')
  await fillShopForm(form, photos)
  await looking(page, 'answering-complete')
  await form.save()
  await new ConfirmationPage(page).isRegistered()
  await looking(page, 'confirmation-registered')
  await page.getByRole('link', { name: 'View answer' }).click()
  await page.getByRole('heading', { name: 'Signatures' }).waitFor()
  await looking(page, 'answer-view-own')

  await beginTwice(tablet)
  await tablet.goTo(`/contestar/${NOTE_FORM.id}`)
  await page.getByText('You have begun this form more than once.').waitFor()
  await looking(page, 'draft-chooser')

  await server.stop()
  await plantAnswers(tablet, INSPECTOR, 2, 'seen')
  await tablet.goTo('/sincronizacion')
  await page.getByRole('list', { name: 'On their way' }).waitFor()
  await looking(page, 'sync-centre')
  await page.getByRole('button', { name: /^Discard/ }).first().click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'discard-draft')
  await tablet.goTo('/respuestas/listado/viaje-nota')
  await page.getByText('The server could not be reached.').first().waitFor()
  await looking(page, 'answers-offline')
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

/** Two drafts of one form. */
async function beginTwice(tablet: Tablet): Promise<void> {
  for (const text of ['first', 'second']) {
    await tablet.goTo(`/contestar/${NOTE_FORM.id}?borrador=nuevo`)
    const form = new AnsweringPage(tablet.page)
    await form.type('Nota', text)
    await form.draftIsKept()
  }
}

async function asSupervisor(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await prepare(tablet, SUPERVISOR)
  await tablet.goTo('/home')
  await page.getByRole('heading', { name: 'Hello, Gustavo' }).waitFor()
  await looking(page, 'home')
  await tablet.goTo('/respuestas/listado/inspeccion-local')
  await page.getByRole('link', { name: /^See answer/ }).first().waitFor()
  await looking(page, 'answers')
  await page.getByRole('link', { name: /^See answer/ }).first().click()
  await page.getByRole('heading', { name: 'Signatures' }).waitFor()
  await page.getByRole('button', { name: /^Enlarge/ }).first().scrollIntoViewIfNeeded()
  await page.locator('main img').first().waitFor()
  await looking(page, 'answer-view')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'state-history')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Enlarge/ }).first().click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'photo-enlarged')
}

/** Looks after the work of others: held answers, devices, failed tasks; on a device whose space runs short. */
async function asOverseer(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.context.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 1e9, usage: 0.95e9 })
  })
  await tablet.goTo('/supervision')
  await new SignInPage(page).signIn(OVERSEER)
  const decide = page.getByRole('link', { name: /^Decide about/ }).first()
  await decide.waitFor()
  await page.getByText('This device is almost full').waitFor()
  await looking(page, 'held')
  await decide.click()
  await page.getByRole('button', { name: 'Do not accept it' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'held-discard')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await looking(page, 'held-answer')
  await tablet.goTo('/supervision/dispositivos')
  await page.getByText(/Everything captured until/).waitFor()
  await looking(page, 'devices')
  await tablet.goTo('/supervision/tareas')
  await page.getByText('No task has failed.').waitFor()
  await looking(page, 'failed-tasks-none')
  await tablet.goTo('/sincronizacion')
  await page.getByRole('heading', { name: 'Space on this device' }).waitFor()
  await looking(page, 'space')
}

/** Makes forms and sees no answers; then the whole municipality is blocked. */
async function asGenerator(server: Server, tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo('/respuestas/listado/inspeccion-local')
  await new SignInPage(page).signIn(GENERATOR)
  await page.getByRole('heading', { name: 'Forbidden' }).waitFor()
  await looking(page, 'forbidden')
  await tablet.goTo('/listar')
  await page.getByText(/Total forms: [1-9]/).waitFor()
  await server.stop()
  await blockMunicipality(server.dataDir)
  await server.start()
  await tablet.goTo('/listar')
  await page.getByText('Access denied. Municipality blocked').first().waitFor()
  await looking(page, 'blocked')
}

async function blockMunicipality(dataDir: string): Promise<void> {
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    const document = { ...(await store.get(MUNICIPALITY)), inhabilitado: true }
    await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes: [{ kind: 'set', key: MUNICIPALITY, document }] }) })
  } finally {
    await store.close()
  }
}
