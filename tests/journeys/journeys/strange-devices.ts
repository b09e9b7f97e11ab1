import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { toInstant } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { TopBar } from '../controls/top-bar.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { SyncCentrePage } from '../pages/sync-centre-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { prepare } from '../support/main-job.ts'
import { arrivedOnce } from '../support/once.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Server } from '../support/server.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually, onceMore } from '../support/waiting.ts'

const AHEAD = 'a clock ten years ahead, set right while answers wait'
const BEHIND = 'a clock ten years behind, set right while answers wait'
const UPGRADED = 'the tables of an older app are brought up to date while a window of it is open'
const FROZEN = 'an older window that does not let go is named, and closing it is enough'
const MOVED =
  'a wiped tablet gets its work back from a backup, and a second one that imports it too sends nothing twice'

const TEN_YEARS = 10 * 365 * 24 * 60 * 60 * 1000

test('a tablet with a wrong clock, older tables or no storage any more loses nothing that was saved or backed up', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await tablet.context.addInitScript(wrongClock)
  await prepare(tablet)
  await test.step(AHEAD, () => wrongForAWhile(server, tablet, TEN_YEARS, 'ahead'))
  await test.step(BEHIND, () => wrongForAWhile(server, tablet, -TEN_YEARS, 'behind'))
  await test.step(MOVED, async () => moved(server, tablet, await world.tablet(server.origin)))
  await tablet.close()
  await test.step(UPGRADED, async () => upgraded(server, await world.tablet(server.origin), 1, true))
  await test.step(FROZEN, async () => upgraded(server, await world.tablet(server.origin), 2, false))
})

/**
 * Runs in the page before the app: shifts its clock by the offset in `localStorage`. The worker's clock stays right.
 */
function wrongClock(): void {
  const offset = Number(localStorage.getItem('wrong-clock') ?? 0)
  if (offset === 0) return
  const Real = Date
  class Wrong extends Real {
    constructor(...parts: readonly never[]) {
      if (parts.length === 0) super(Real.now() + offset)
      else super(...(parts as unknown as [number]))
    }
    static override now(): number {
      return Real.now() + offset
    }
  }
  globalThis.Date = Wrong as DateConstructor
}

async function setClock({ page }: Tablet, offset: number): Promise<void> {
  await onceMore(async () => {
    await page.evaluate((value) => localStorage.setItem('wrong-clock', String(value)), offset)
    await page.reload({ waitUntil: 'domcontentloaded' })
  })
  await new TopBar(page).indicator.waitFor()
}

/** Answers are saved and fail to be sent under the wrong clock; once it is right, all are sent without waiting. */
async function wrongForAWhile(server: Server, tablet: Tablet, offset: number, batch: string): Promise<void> {
  const disk = diskOf(server.dataDir)
  const before = disk.lastKeyNumber()
  await server.stop()
  await setClock(tablet, offset)
  assert.ok(
    Math.abs((await tablet.page.evaluate(() => Date.now())) - Date.now() - offset) < 60_000,
    'the clock is wrong',
  )
  const ids = await plantAnswers(tablet, INSPECTOR, { count: 2, batch })
  await onceMore(() => tablet.goTo('/sincronizacion'))
  await new SyncCentrePage(tablet.page).sendNow()
  await tablet.page.getByText('Could not connect to the server.').first().waitFor()
  await setClock(tablet, 0)
  await server.start()
  await new TopBar(tablet.page).says('All sent', 90_000)
  await arrivedOnce(disk, ids, before)
}

/** The tables of the first released app, with an answer that was saved and not sent, in a window that is still open. */
async function upgraded(server: Server, tablet: Tablet, seed: number, letsGo: boolean): Promise<void> {
  const disk = diskOf(server.dataDir)
  const count = disk.countAnswers(NOTE_FORM.id)
  const submit = buildPlainSubmit(seed, 'saved by the first app', {
    author: INSPECTOR.id,
    template: NOTE_FORM.id,
    clock: toInstant(Date.now()),
  })
  // A file of the app's origin that runs none of its code.
  await tablet.goTo('/icon.svg')
  const older = tablet.page
  await older.evaluate(firstTables, { name: `relevo-${INSPECTOR.id}`, submit: JSON.stringify(submit), letsGo })
  const page = await tablet.newWindow('/login')
  const signedIn = new SignInPage(page).signIn(INSPECTOR)
  if (!letsGo) {
    await page.getByText('Close the other Relevo window').waitFor()
    assert.equal(disk.countAnswers(NOTE_FORM.id), count, 'nothing is sent past the older window')
    await older.close()
  }
  await signedIn
  await eventually('the answer of the first app', () => disk.countAnswers(NOTE_FORM.id) === count + 1, {
    within: 60_000,
  })
  await new TopBar(page).says('All sent', 60_000)
  assert.ok(disk.answers(NOTE_FORM.id).some(({ id }) => id === submit.answer))
}

/** Runs in the page; knows nothing of the app. */
async function firstTables({
  name,
  submit,
  letsGo,
}: {
  readonly name: string
  readonly submit: string
  readonly letsGo: boolean
}): Promise<void> {
  const tables: readonly (readonly [string, string | null, boolean, readonly (string | readonly string[])[]])[] = [
    ['templates', '[id+version]', false, ['id', 'current']],
    ['areas', 'path', false, []],
    ['meta', 'key', false, []],
    ['answers', 'id', false, [['template', 'version'], ['template', 'at'], 'at']],
    ['drafts', 'id', false, ['updatedAt']],
    ['outbox', 'order', true, ['id', 'answer', ['state', 'order'], 'state']],
    ['receipts', 'id', false, ['answer']],
    ['blobs', 'sha256', false, []],
    ['needs', '[owner+sha256]', false, ['owner', 'sha256']],
    ['uploads', 'sha256', false, []],
  ]
  const opening = indexedDB.open(name, 10)
  opening.onupgradeneeded = () => {
    for (const [table, key, counts, indexes] of tables) {
      const keyPath = key?.startsWith('[') === true ? key.slice(1, -1).split('+') : key
      const store = opening.result.createObjectStore(table, { keyPath, autoIncrement: counts })
      for (const index of indexes) {
        const label = typeof index === 'string' ? index : `[${index.join('+')}]`
        store.createIndex(label, typeof index === 'string' ? index : [...index], {
          unique: table === 'outbox' && index === 'id',
        })
      }
    }
  }
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error(String(opening.error)))
  })
  // Behaviour of the first app when a newer one upgraded the tables; a frozen window does not even do that.
  if (letsGo) database.onversionchange = () => database.close()
  const mutation = JSON.parse(submit) as {
    id: string
    answer: string
    template: string
    version: number
    clock: string
  }
  const entry = {
    id: mutation.id,
    answer: mutation.answer,
    mutation,
    files: [],
    savedAt: mutation.clock,
    attempts: 0,
    frozen: false,
    state: { kind: 'waiting', notBefore: 0 },
  }
  const writing = database.transaction(['answers', 'outbox'], 'readwrite')
  writing.objectStore('answers').put({
    id: mutation.answer,
    template: mutation.template,
    version: mutation.version,
    at: mutation.clock,
    submit: mutation,
  })
  writing.objectStore('outbox').put({ id: mutation.id, answer: mutation.answer, state: 'waiting', entry })
  await new Promise<void>((resolve) => {
    writing.oncomplete = () => resolve()
  })
  ;(globalThis as unknown as { kept: IDBDatabase }).kept = database
}

async function moved(server: Server, tablet: Tablet, second: Tablet): Promise<void> {
  const disk = diskOf(server.dataDir)
  await prepare(second)
  await second.goTo('/sincronizacion')
  await tablet.goTo('/sincronizacion')
  const before = disk.lastKeyNumber()
  await server.stop()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: 3, batch: 'moved' })
  const downloading = tablet.page.waitForEvent('download')
  await tablet.page.getByRole('button', { name: 'Export backup' }).click()
  const backup = await (await downloading).path()
  // While the server is down nothing can be sent. The app notices the missing database and reloads, into nothing.
  const session = await tablet.context.newCDPSession(tablet.page)
  await session.send('Storage.clearDataForOrigin', { origin: tablet.origin, storageTypes: 'all' })
  await server.start()
  await prepare(tablet)
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), 0, 'the tablet has forgotten everything')
  await tablet.goTo('/sincronizacion')
  await Promise.all([tablet.page, second.page].map((page) => imported(page, backup)))
  for (const { page } of [tablet, second]) await new TopBar(page).says('All sent', 60_000)
  await arrivedOnce(disk, ids, before)
  await second.close()
}

async function imported(page: Page, backup: string): Promise<void> {
  await page.getByLabel('Backup file').setInputFiles(backup)
  await page.getByText(/^3 answers imported/).waitFor()
}
