import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { countOnDevice, filesOnDevice, letTimePass } from '../support/device-storage.ts'
import { CODE_KEY, INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'
import { startServer } from '#embedded/server.ts'

const ANSWERS = 100
const KILLS = 5
const TWO_WEEKS = 14 * 24 * 60 * 60 * 1000

test('a server killed five times while 100 answers drain: 100 answers, 100 codes without a gap, no orphaned file', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const disk = diskOf(server.dataDir)
  const before = { code: disk.lastKeyNumber(), files: await disk.countFiles(), receipts: disk.countReceipts() }
  assert.deepEqual(await disk.orphans(), [], 'the town begins without orphans')
  await tablet.goOffline()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: ANSWERS, batch: 'killed' })
  world.step(`${ANSWERS} answers wait on the device`)
  await tablet.goOnline()

  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Each kill happens later and at another kind of moment: files arrive one by one, answers in batches.
    const files = before.files + Math.ceil((ANSWERS * kill) / (KILLS + 1))
    await eventually('the drain to come this far', async () => (await disk.countFiles()) >= files, {
      within: 90_000,
      every: 1,
    })
    await server.kill()
    const standing = await standingOf(disk, before.files)
    world.step(`kill ${kill}: ${standing.answers} answers and ${standing.files} files on the disk`)
    assert.ok(standing.answers < ANSWERS, 'the kill came in the middle of the drain')
    assert.equal(disk.lastKeyNumber() - before.code, standing.answers, 'a code for each answer, also after a kill')
    await server.start()
    await letTimePass(tablet.page, INSPECTOR, 'failures')
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
  }
  await new TopBar(tablet.page).says('All sent', 120_000)
  world.step('all sent')

  const answers = disk.answers(NOTE_FORM.id)
  assert.deepEqual(answers.map(({ id }) => id).sort(), [...ids].sort(), 'every answer, and each once')
  const codes = answers.map(({ codigoMunicipio }) => codigoMunicipio).sort()
  assert.deepEqual(
    codes,
    Array.from({ length: ANSWERS }, (_, i) => `${CODE_KEY}${before.code + 1 + i}`).sort(),
    'codes without a gap or a twin',
  )
  assert.equal(disk.countReceipts() - before.receipts, ANSWERS, 'a receipt for each')
  for (const { sha256, bytes } of answers.flatMap((answer) => answer.files))
    assert.equal((await disk.file(sha256)).length, bytes)
  assert.deepEqual(await disk.orphans(), [], 'every sealed file belongs to an answer')
  assert.equal((await disk.countFiles()) - before.files, ANSWERS, 'a photo for each')
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), 0, 'outbox of the device')
  assert.equal((await filesOnDevice(tablet, INSPECTOR)).length, 0, 'files of the device')

  await server.stop()
  await sweepLater(server.dataDir)
  assert.deepEqual(await disk.unfinishedUploads(), [], 'what a kill cut off is swept away in time')
})

async function standingOf(disk: Disk, filesBefore: number) {
  return { answers: disk.countAnswers(NOTE_FORM.id), files: (await disk.countFiles()) - filesBefore }
}

/** Restarts on the same data folder, two weeks later. */
async function sweepLater(dataDir: string): Promise<void> {
  const later = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    firstStart: 'nothing',
    clock: () => Date.now() + TWO_WEEKS,
    clockChecked: new Date(Date.now() + TWO_WEEKS).toISOString(),
  })
  try {
    await eventually('the sweep', async () => (await diskOf(dataDir).unfinishedUploads()).length === 0, {
      within: 10_000,
    })
  } finally {
    await later.close(0)
  }
}
