import assert from 'node:assert/strict'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { set } from '#domain/store/index.ts'
import { join } from 'node:path'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { test } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import { prepare } from '../support/main-job.ts'
import { mindsMoney, plantMoney } from '../support/minds-money.ts'
import type { Server } from '../support/server.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { GENERATOR, MUNICIPALITY, SUPERVISOR } from '../support/town.ts'

/** Decides about held answers, sees the devices and the failed tasks of the municipality. */
const OVERSEER = { ...SUPERVISOR, id: 'supervisor-elevado', email: 'supervisor-elevado@relevo.example' }

test('axe finds nothing on the screens of supervisors and of whoever is kept out, and none is wider than the window', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server()
  await server.stop()
  await plantMoney(server.dataDir)
  await server.start()
  const tablets = [
    await world.tablet(server.origin),
    await world.tablet(server.origin),
    await world.tablet(server.origin),
  ] as const
  await lookAround(
    world,
    tablets,
    async (looking) => {
      await asSupervisor(tablets[0], looking)
      await asOverseer(tablets[1], looking)
      await asGenerator(server, tablets[2], looking)
    },
    { tight: true },
  )
})

/** The ID number of a citizen whom an answer of the demonstration is about. */
async function someNumber({ origin }: Tablet): Promise<string> {
  const supervisor = await signInAs(SUPERVISOR, origin)
  for (const { id } of await supervisor.answersOf(templateIdSchema.parse('inspeccion-local'))) {
    const { datosCiudadano } = await supervisor.answer(id)
    if (datosCiudadano !== undefined && datosCiudadano.dni !== '') return datosCiudadano.dni
  }
  throw new Error('Nobody in the demonstration has a number')
}

async function asSupervisor(tablet: Tablet, looking: Looking): Promise<void> {
  await prepare(tablet, SUPERVISOR)
  const { page } = tablet
  await tablet.goTo('/home')
  await page.getByRole('heading', { name: 'Hello, Gustavo' }).waitFor()
  await page.getByRole('radio', { name: 'DNI/ID' }).check()
  await page.getByRole('textbox', { name: 'Number' }).fill(await someNumber(tablet))
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Answers of the recipient' }).waitFor()
  await looking(page, 'home')
  // The one search, by its keys.
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('Control+K')
  const sought = page.getByRole('combobox', { name: 'Code, words or name' })
  await sought.fill('inspec')
  await page.getByRole('group', { name: 'Answers' }).waitFor()
  await looking(page, 'search')
  await sought.press('Escape')
  await sought.waitFor({ state: 'detached' })
  await tablet.goTo('/respuestas/listado/inspeccion-local')
  await page
    .getByRole('link', { name: /^See answer/ })
    .first()
    .waitFor()
  await looking(page, 'answers')
  await page
    .getByRole('link', { name: /^See answer/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Signatures' }).waitFor()
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .scrollIntoViewIfNeeded()
  await page.locator('main img').first().waitFor()
  await looking(page, 'answer-view')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'state-history')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click()
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
  await page.getByRole('list', { name: 'Held answers' }).waitFor()
  await page.getByText('This device is almost full').waitFor()
  const bar = page.getByRole('banner').getByRole('navigation')
  for (const name of ['Statistics', 'Administration']) await bar.getByRole('link', { name }).waitFor()
  const hidden = await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  assert.equal(hidden, 0, 'the bar of a tablet has room for each of its links')
  await looking(page, 'to-decide')
  await tablet.goTo('/supervision/retenidas')
  const decide = page.getByRole('link', { name: /^Review / }).first()
  await decide.waitFor()
  await looking(page, 'held')
  await decide.click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'held-discard')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await looking(page, 'held-answer')
  await tablet.goTo('/supervision/dispositivos')
  await page.getByText(/Everything captured until/).waitFor()
  await looking(page, 'devices')
  await tablet.goTo('/supervision/tareas')
  await page.getByText('There are no failed tasks.').waitFor()
  await looking(page, 'failed-tasks-none')
  await tablet.goTo('/sincronizacion')
  await page.getByRole('heading', { name: 'Storage on this device' }).waitFor()
  await looking(page, 'space')
  await mindsMoney(tablet, looking)
}

/** Makes forms and sees no answers; then the whole municipality is blocked. */
async function asGenerator(server: Server, tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await page.addInitScript(holdTheBlockedPage)
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

/** It stands for three seconds only, which is too short to be looked at six times. */
function holdTheBlockedPage(): void {
  const { setTimeout: real } = globalThis
  globalThis.setTimeout = ((run: () => void, after?: number) =>
    real(run, after === 3000 ? 600_000 : after)) as typeof setTimeout
}

async function blockMunicipality(dataDir: string): Promise<void> {
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    const document = { ...(await store.get(MUNICIPALITY)), inhabilitado: true }
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [set(MUNICIPALITY, document)] }),
    })
  } finally {
    await store.close()
  }
}
