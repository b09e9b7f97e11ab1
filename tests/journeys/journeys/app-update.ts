import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '#embedded/server.ts'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test, type World } from '../support/world.ts'
import { prepare } from '../support/main-job.ts'
import { arrivedOnce } from '../support/once.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Tablet } from '../support/tablet.ts'
import { fillTown, INSPECTOR, SHOP_TITLE } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

const ANSWERS = 30
const OPEN_FORM = 'a newer app waits while a form is open'
const MID_DRAIN = 'a newer app takes over in mid-drain'

test('a newer app waits while a form is open, takes over when it is closed, and works offline from then on', async ({
  world,
}) => {
  const [dataDir, distDir] = [world.folder('data'), world.folder('dist')]
  await cp(DIST, distDir, { recursive: true })
  await fillTown(dataDir)
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, distDir, firstStart: 'nothing' })
  world.ending(() => server.close(0))
  const tablet = await world.tablet(server.url.replace('127.0.0.1', 'localhost'))
  await prepare(tablet)
  await test.step(OPEN_FORM, () => waits(world, tablet, distDir))
  await test.step(MID_DRAIN, () => takesOver(tablet, dataDir, distDir))
})

async function waits(world: World, tablet: Tablet, distDir: string): Promise<void> {
  assert.equal(await buildOf(tablet), null)
  await new FormsListPage(tablet.page).answer(SHOP_TITLE)
  const form = new AnsweringPage(tablet.page)
  await form.type('Nombre', 'Bar El Puente')
  await form.draftIsKept()
  await makeNewer(distDir, 'newer')
  await lookForUpdate(tablet)
  await eventually('the newer app to wait', () =>
    tablet.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null),
  )
  world.step('a newer app waits')
  await form.type('Nombre', 'Bar El Puente, esquina')
  await form.draftIsKept()
  assert.equal(await buildOf(tablet), null, 'the screen is still the old one')
  assert.ok(
    await tablet.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null),
    'and the new one still waits',
  )

  // Like after half a minute at a form: the worker sleeps, and wakes at the moment the newer one is activated.
  await tablet.stopWorkers()
  await tablet.page.getByRole('link', { name: 'Forms' }).first().click()
  await eventually('the newer app on screen', async () => (await buildOf(tablet)) === 'newer')
  await new FormsListPage(tablet.page).isHere(SHOP_TITLE)
  world.step('the newer app took over when the form was closed')

  await tablet.goOffline()
  await tablet.page.reload({ waitUntil: 'domcontentloaded' })
  await new FormsListPage(tablet.page).answer(SHOP_TITLE)
  assert.equal(await buildOf(tablet), 'newer')
  assert.equal(
    await new AnsweringPage(tablet.page).question('Nombre').getByRole('textbox').inputValue(),
    'Bar El Puente, esquina',
    'the draft is as it was',
  )
  await tablet.goTo('/')
  assert.equal(await buildOf(tablet), 'newer', 'where the icon leads, too')
  await tablet.goOnline()
}

/** Replaces the sending worker and reloads the page while answers are being sent. */
async function takesOver(tablet: Tablet, dataDir: string, distDir: string): Promise<void> {
  const disk = diskOf(dataDir)
  await tablet.goTo('/sincronizacion')
  await new TopBar(tablet.page).says('All sent')
  await doesNotWakeTheWorker(tablet)
  const before = { code: disk.lastKeyNumber(), files: await disk.countFiles() }
  await tablet.goOffline()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: ANSWERS, batch: 'update' })
  await makeNewer(distDir, 'newest')
  await tablet.goOnline()
  await eventually('the middle of the drain', async () => (await disk.countFiles()) > before.files, {
    within: 60_000,
    every: 1,
  })
  await eventually(
    'the newest app on screen',
    async () => {
      // A browser that is replacing its worker refuses to check for updates, and a reloading page cannot; tries again.
      await lookForUpdate(tablet).catch(() => undefined)
      return (await buildOf(tablet)) === 'newest'
    },
    { within: 60_000, every: 1_000 },
  )
  await new TopBar(tablet.page).says('All sent', 60_000)
  await arrivedOnce(disk, ids, before.code)
}

/**
 * A newer worker takes over when the old one is idle. Each request of a page that drains would wake the old one again,
 * and the newer one would wait up to five minutes in Chromium.
 */
async function doesNotWakeTheWorker(tablet: Tablet): Promise<void> {
  // What the page began earlier may wake it once more.
  await eventually(
    'the worker to be asleep',
    async () => {
      await tablet.stopWorkers()
      return !(await tablet.isWorkerAwake())
    },
    { every: 500 },
  )
  assert.equal(
    await tablet.page.evaluate(
      async () => (await fetch('/api/session', { headers: { accept: 'application/json' } })).status,
    ),
    200,
  )
  assert.equal(await tablet.isWorkerAwake(), false, "a request to the server is not the worker's business")
  await tablet.wakeWorker()
  await eventually('the worker to be awake', () => tablet.isWorkerAwake())
}

/** Simulates another build: different bytes of the worker, and another page in its list. */
async function makeNewer(distDir: string, name: string): Promise<void> {
  const [page, worker] = [join(distDir, 'index.html'), join(distDir, 'service-worker.js')]
  const script = await readFile(worker, 'utf8')
  const changed = script.replace(/"revision":"\w+","url":"index\.html"/, `"revision":"${name}","url":"index.html"`)
  assert.notEqual(changed, script, 'the list of the worker names the page')
  await writeFile(page, (await readFile(page, 'utf8')).replace('<head>', `<head><meta name="build" content="${name}">`))
  await writeFile(worker, changed)
}

async function lookForUpdate(tablet: Tablet): Promise<void> {
  await tablet.page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
}

/** A reloading page cannot be queried. */
async function buildOf(tablet: Tablet): Promise<string | null> {
  return tablet.page
    .evaluate(() => document.querySelector('meta[name="build"]')?.getAttribute('content') ?? null)
    .catch(() => 'loading')
}
