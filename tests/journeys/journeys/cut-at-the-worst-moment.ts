import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from '@playwright/test'
import { UPLOAD_CHUNK_BYTES } from '#domain/sync/index.ts'
import { TopBar } from '../controls/top-bar.ts'
import { countOnDevice, filesOnDevice, letTimePass } from '../support/device-storage.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { arrivedOnce } from '../support/once.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Server } from '../support/server.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const RELOADED = 'the page is reloaded again and again in mid-drain'
const FLAPPING = 'the network comes and goes in mid-drain'
const PUSHED = 'the server is killed as a push reaches it'
const COMMITTED = 'the server is killed the moment an answer is committed'
const UPLOADED = 'the server is killed in the middle of a large file, of which at most one piece goes twice'
const CRASHED = 'the browser is killed in mid-drain'

const ANSWERS = 12
/** A photo may have 5 MB. */
const LARGE = 4.5 * UPLOAD_CHUNK_BYTES

type Scene = { readonly server: Server; readonly tablet: Tablet; readonly disk: Disk }

test('whatever is cut off while answers drain, and at whatever moment: everything arrives, once', async ({ world }) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const scene: Scene = { server, tablet, disk: diskOf(server.dataDir) }
  // Closing flushes the cookie; otherwise Chromium takes half a minute to write it to disk.
  await tablet.close()
  await tablet.open()
  await tablet.goTo('/sincronizacion')
  await new TopBar(tablet.page).says('All sent')

  await test.step(RELOADED, () =>
    drain(scene, 'reload', async (filesBefore) => {
      for (let reload = 1; reload <= 5; reload += 1) {
        await come(scene, filesBefore + reload)
        await tablet.page.reload({ waitUntil: 'domcontentloaded' })
      }
    }),
  )
  await test.step(FLAPPING, () =>
    drain(scene, 'flap', async (filesBefore) => {
      for (let cut = 1; cut <= 4; cut += 1) {
        await come(scene, filesBefore + cut)
        await tablet.goOffline()
        await tablet.goOnline()
      }
    }),
  )
  await test.step(PUSHED, () =>
    drain(scene, 'push', async () => {
      await tablet.context.waitForEvent('request', { predicate: isPush, timeout: 30_000 })
      await server.kill()
      await server.start()
    }),
  )
  await test.step(COMMITTED, () =>
    drain(scene, 'commit', async (_, answersBefore) => {
      await eventually('an answer on the disk', () => scene.disk.countAnswers(NOTE_FORM.id) > answersBefore, {
        every: 1,
      })
      await server.kill()
      await server.start()
    }),
  )
  await test.step(UPLOADED, () => resumed(scene))
  await test.step(CRASHED, () =>
    drain(scene, 'crash', async (filesBefore) => {
      await come(scene, filesBefore + 2)
      await tablet.crash()
      await tablet.open()
      await tablet.goTo('/sincronizacion')
    }),
  )
  assert.deepEqual(await scene.disk.orphans(), [], 'every sealed file belongs to an answer')
})

function isPush(request: Request): boolean {
  return request.url().endsWith('/api/sync/push')
}

/** Sends the device's queue while `disturb` interrupts. @param batch short; written on the photos */
async function drain(
  scene: Scene,
  batch: string,
  disturb: (filesBefore: number, answersBefore: number) => Promise<void>,
): Promise<void> {
  const { tablet, disk } = scene
  const before = {
    code: disk.lastKeyNumber(),
    files: await disk.countFiles(),
    answers: disk.countAnswers(NOTE_FORM.id),
  }
  await tablet.goOffline()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: ANSWERS, batch })
  const disturbed = disturb(before.files, before.answers)
  await tablet.goOnline()
  await disturbed
  await allSent(tablet)
  await arrivedOnce(disk, ids, before.code)
}

/** Waits until this many files are stored. */
async function come({ disk }: Scene, files: number): Promise<void> {
  await eventually('the drain to come this far', async () => (await disk.countFiles()) >= files, {
    within: 60_000,
    every: 1,
  })
}

async function allSent(tablet: Tablet): Promise<void> {
  await letTimePass(tablet.page, INSPECTOR, 'failures')
  await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
  await new TopBar(tablet.page).says('All sent', 90_000)
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), 0, 'outbox of the device')
  assert.equal((await filesOnDevice(tablet, INSPECTOR)).length, 0, 'files of the device')
}

/** Reads from the requests which parts were uploaded: each part states its offset. */
async function resumed({ server, tablet, disk }: Scene): Promise<void> {
  const code = disk.lastKeyNumber()
  const offsets: number[] = []
  const note = (request: Request): void => {
    const offset = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
  }
  tablet.context.on('request', note)
  const session = await tablet.context.newCDPSession(tablet.page)
  await session.send('Network.enable')
  // A good mobile connection: fast enough for a test, slow enough to be cut in the middle.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
  await server.stop()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: 1, batch: 'large', bytes: LARGE })
  await server.start()
  await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
  const stored = await eventually('the middle of the file', () => partOf(server.dataDir), { within: 60_000, every: 1 })
  await server.kill()
  const sent = offsets.length
  await server.start()
  await allSent(tablet)
  tablet.context.off('request', note)
  await session.detach()
  await arrivedOnce(disk, ids, code)
  const resumedAt = offsets[sent] ?? 0
  const lost = stored - resumedAt
  assert.ok(
    lost <= UPLOAD_CHUNK_BYTES,
    `${stored} bytes were stored when it was killed, and it went on at ${resumedAt}`,
  )
}

/** @returns the stored share of an unfinished upload, once it has more than one part */
async function partOf(dataDir: string): Promise<number | undefined> {
  const folder = join(dataDir, 'uploads')
  for (const name of await readdir(folder)) {
    const size = name.endsWith('.part') ? (await stat(join(folder, name)).catch(() => undefined))?.size : undefined
    if (size !== undefined && size > UPLOAD_CHUNK_BYTES && size < LARGE) return size
  }
  return undefined
}
