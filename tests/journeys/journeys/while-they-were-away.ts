import { set, keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { TopBar } from '../controls/top-bar.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { SyncCentrePage } from '../pages/sync-centre-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { arrivedOnce } from '../support/once.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Server } from '../support/server.ts'
import { INSPECTOR, MUNICIPALITY, NOTE_FORM, NOTE_TITLE, SUPERVISOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

/** May decide held answers. */
const DECIDER = { ...SUPERVISOR, id: 'supervisor-elevado', email: 'supervisor-elevado@relevo.example' }

const CHANGED = 'the form was changed: the answer is taken as it was filled in'
const NUDGED = 'a supervisor sees what arrives without a tap'
const HELD = 'the form was full: the answer is held, and the device hears at once what a supervisor decides'
const BLOCKED = 'the municipality was blocked: the answer is held, and nothing on the device is lost'

/** Milliseconds: a nudge takes a second, the screens' own interval a minute. */
const AT_ONCE = 20_000

test('what changed on the server while a tablet was away costs no one their work, and what happens is seen without a tap', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const desk = await world.tablet(server.origin, { as: DECIDER, viewport: { width: 1440, height: 900 } })
  const disk = diskOf(server.dataDir)
  const bar = new TopBar(tablet.page)
  const centre = new SyncCentrePage(tablet.page)

  /**
   * Plants answers with the server stopped, and changes data in the meantime. @returns the ids, and the code counter
   */
  const away = async (batch: string, change: () => Promise<void>) => {
    const before = disk.lastKeyNumber()
    await server.stop()
    const ids = await plantAnswers(tablet, INSPECTOR, { count: 2, batch })
    await change()
    await server.start()
    return { ids, before }
  }

  await test.step(CHANGED, async () => {
    const { ids, before } = await away('changed', () =>
      onServer(server, keys.template(NOTE_FORM.id), (form) => ({ ...form, version: 2 })),
    )
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
    await bar.says('All sent')
    await arrivedOnce(disk, ids, before)
    assert.ok(
      disk.answers(NOTE_FORM.id).every(({ templateVersion }) => templateVersion === 1),
      'under their own version',
    )
  })

  await test.step(NUDGED, async () => {
    await desk.goTo(`/respuestas/listado/${NOTE_FORM.id}`)
    const rows = desk.page.getByRole('link', { name: /^See answer/ })
    await eventually('the answers so far', async () => (await rows.count()) === 2)
    const ids = await plantAnswers(tablet, INSPECTOR, { count: 1, batch: 'nudged' })
    await centreSends(tablet.page)
    await eventually('the new answer on the supervisor’s screen', async () => (await rows.count()) === 3, {
      within: AT_ONCE,
    })
    assert.equal(ids.length, 1)
  })

  await test.step(HELD, async () => {
    const full = (form: StoredDocument): StoredDocument => ({
      ...form,
      opcionales: { ...(form['opcionales'] as object), limitResponses: true },
      responsesCount: 1,
    })
    const { ids } = await away('held', () => onServer(server, keys.template(NOTE_FORM.id), full))
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
    await bar.says('2 held')
    await tablet.goTo('/sincronizacion')
    await tablet.page.getByRole('list', { name: 'Held for a decision' }).waitFor()

    await desk.goTo('/supervision/retenidas')
    await decide(desk.page, 0, async (page) => {
      await page.getByRole('button', { name: 'Accept', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
    })
    await desk.page.getByText(/accepted this answer on .* Its code is/).waitFor()
    await centre
      .list('Recently received')
      .filter({ hasText: `CBA${disk.lastKeyNumber()}` })
      .waitFor({ timeout: AT_ONCE })
    await desk.goTo('/supervision/retenidas')
    await decide(desk.page, 0, async (page) => {
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
      await page.getByText('Enter the reason.').waitFor()
      await page.getByLabel('Reason (shown to the author)').fill('twice the same shop')
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    })
    await tablet.page
      .getByRole('list', { name: 'Rejected' })
      .getByText('twice the same shop')
      .waitFor({ timeout: AT_ONCE })
    assert.equal(disk.answers(NOTE_FORM.id).filter(({ id }) => ids.includes(id)).length, 1)
  })

  await test.step(BLOCKED, async () => {
    const before = disk.countHeld()
    await away('blocked', () => onServer(server, MUNICIPALITY, (town) => ({ ...town, inhabilitado: true })))
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
    await eventually('both answers to be held', () => disk.countHeld() === before + 2)
    await tablet.page.getByText('Access denied. Municipality blocked.').first().waitFor()
    // Shows the message for three seconds and then signs out, as specified.
    await tablet.page.waitForURL(/\/login/)
    await server.stop()
    await onServer(server, MUNICIPALITY, (town) => ({ ...town, inhabilitado: false }))
    await server.start()
    await new SignInPage(tablet.page).signIn(INSPECTOR)
    await tablet.goTo('/sincronizacion')
    await bar.says('2 held', 60_000)
    await tablet.page.getByRole('list', { name: 'Held for a decision' }).getByText(NOTE_TITLE).first().waitFor()
  })
})

async function centreSends(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await new TopBar(page).says('All sent')
}

/** Opens one of the held answers of the journeys' form, and decides it. */
async function decide(page: Page, nth: number, how: (page: Page) => Promise<void>): Promise<void> {
  const rows = page.getByRole('table', { name: 'Held answers' }).getByRole('row').filter({ hasText: NOTE_TITLE })
  await rows
    .nth(nth)
    .getByRole('link', { name: /^Review / })
    .click()
  await page.getByRole('heading', { name: NOTE_TITLE }).waitFor()
  await how(page)
}

/** Changes a document while the server is stopped. */
async function onServer(
  { dataDir }: Server,
  key: Key,
  change: (document: StoredDocument) => StoredDocument,
): Promise<void> {
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    const document = change((await store.get(key)) ?? {})
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [set(key, document)] }),
    })
  } finally {
    await store.close()
  }
}
