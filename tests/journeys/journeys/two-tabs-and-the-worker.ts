import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { SyncCentrePage } from '../pages/sync-centre-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { test, type World } from '../support/world.ts'
import { prepare } from '../support/main-job.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { CODE_KEY, INSPECTOR, NOTE_FORM, OTHER_INSPECTOR } from '../support/town.ts'
import { eventually, pause } from '../support/waiting.ts'

const ANSWERS = 40
const ELECTED = 'two tabs and the worker drain at once, one of them elected'
const RACED = 'the same three without locks'
const OTHER = 'another account on the tablet sees and sends nothing'

test('two tabs and the worker drain at once without a duplicate, and another account on the tablet sees and sends nothing of it', async ({
  world,
}) => {
  await test.step(ELECTED, () => race(world, true))
  // Old browsers have no locks to elect one runner: only the server prevents duplicates of three senders.
  await test.step(RACED, () => race(world, false))
  await test.step(OTHER, () => otherAccount(world))
})

async function race(world: World, locks: boolean): Promise<void> {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  const disk = diskOf(server.dataDir)
  if (!locks)
    await tablet.context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
  await prepare(tablet)
  const second = await tablet.newWindow('/sincronizacion')
  await new SyncCentrePage(second).nothingWaits()
  const before = disk.lastKeyNumber()
  await server.stop()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: ANSWERS, batch: locks ? 'elected' : 'raced' })
  await server.start()
  const pushes: string[] = []
  tablet.context.on('request', (request) => {
    if (request.url().endsWith('/api/sync/push')) pushes.push(request.serviceWorker() === null ? 'page' : 'worker')
  })
  const wake = (): void => void dispatchEvent(new Event('online'))
  await Promise.all([tablet.page.evaluate(wake), second.evaluate(wake), tablet.dispatchSync()])
  await new TopBar(tablet.page).says('All sent', 60_000)
  await new TopBar(second).says('All sent')
  checkOnce(disk, ids, before)
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), 0)
  world.step(
    `${locks ? 'with' : 'without'} locks: ${ANSWERS} answers by ${pushes.length} pushes of ${[...new Set(pushes)].join(' and ')}`,
  )
  await tablet.close()
  await server.stop()
}

function checkOnce(disk: Disk, ids: readonly string[], before: number): void {
  const answers = disk.answers(NOTE_FORM.id)
  assert.deepEqual(answers.map(({ id }) => id).sort(), [...ids].sort(), 'every answer, and each once')
  const codes = answers.map(({ codigoMunicipio }) => codigoMunicipio).sort()
  assert.deepEqual(codes, ids.map((_, i) => `${CODE_KEY}${before + 1 + i}`).sort(), 'codes without a gap or a twin')
}

async function otherAccount(world: World): Promise<void> {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  const disk = diskOf(server.dataDir)
  await prepare(tablet)
  const before = disk.lastKeyNumber()
  await tablet.goOffline()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: 5, batch: 'first' })
  await new TopBar(tablet.page).signOut({ unsent: true })
  await tablet.goOnline()

  await new SignInPage(tablet.page).signIn(OTHER_INSPECTOR)
  await tablet.goTo('/sincronizacion')
  const centre = new SyncCentrePage(tablet.page)
  await centre.nothingWaits()
  await centre.sendNow()
  await tablet.dispatchSync()
  await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
  // Time in which a duplicate would arrive.
  await pause(2_000)
  await centre.nothingWaits()
  await new TopBar(tablet.page).says('All sent')
  assert.equal(disk.countAnswers(NOTE_FORM.id), 0, 'the second account has sent nothing of the first')
  await tablet.goTo(`/ver/${ids[0]}`)
  await tablet.page.getByText('The answer does not exist.').waitFor()
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), ids.length, 'and the first has lost nothing')
  world.step('the second account has seen and sent nothing')

  await tablet.goTo('/home')
  await new TopBar(tablet.page).signOut()
  await new SignInPage(tablet.page).signIn(INSPECTOR)
  await eventually('the answers of the first account', () => disk.countAnswers(NOTE_FORM.id) === ids.length)
  checkOnce(disk, ids, before)
  assert.ok(
    disk.answers(NOTE_FORM.id).every(({ authorId }) => authorId === INSPECTOR.id),
    'under their own author',
  )
}
