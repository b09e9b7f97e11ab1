import { describe, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import type { PullResponse } from '#domain/sync/index.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPair, capture, saveOne, START, type TestDevice } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { loadFile, openFile } from './files.ts'
import { deleteReceivedCopies } from './freeable.ts'
import type { Local } from './local.ts'
import { writeMeta } from './meta.ts'
import { removeReceivedData } from './remove-received.ts'
import { saveAnswer } from './save-answer.ts'
import { listSentMutations } from './sent.ts'
import { receivePage } from '#tests/support/device/pages.ts'

const DAY = 24 * 60 * 60 * 1000

function pulled(local: Local, change: Partial<PullResponse> = {}, days = 0): Promise<boolean> {
  const gone = { templates: [], goneTemplates: [], answers: [], goneAnswers: [] }
  const facts = { serverTime: toInstant(START + days * DAY), cursor: 'c', scope: 's', reset: false, more: false }
  return receivePage(local, { ...gone, ...facts, ...change })
}

const kept = async ({ local }: Pick<TestDevice, 'local'>) =>
  (await listSentMutations(local.database)).map(({ mutation }) => mutation)

function profileWith(ownAnswersDays: number): Partial<PullResponse> {
  return { profile: { ...AUTHOR_PROFILE, municipality: { ...AUTHOR_PROFILE.municipality, ownAnswersDays } } }
}

/** Simulates a full disk: this table refuses this many writes. */
function fullDisk(local: Local, table: 'outbox' | 'sent', times: number) {
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const refused = { left: times }
  const fail = (): void => {
    if (refused.left > 0) {
      refused.left -= 1
      full()
    }
  }
  local.database.table(table).hook('creating', fail)
  return { stop: () => local.database.table(table).hook('creating').unsubscribe(fail) }
}

describe('received work', () => {
  it('is kept with its files as it was sent, in its order', async () => {
    const { device } = buildPair()
    const photo = capture('a photo')
    const first = await saveOne(device.local, 1, [photo])
    const move = buildMove(2, { author: 'ines', answer: first.answer })
    await saveAnswer(device.local, { mutation: move })
    await device.run()
    expect(await kept(device)).toEqual([first, move])
    expect(await device.local.database.outbox.count()).toBe(0)
    expect(new Uint8Array((await loadFile(device.local, photo.claim)) ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array(photo.data),
    )
    expect(await device.local.database.uploads.count()).toBe(0)
  })

  it('is not kept for guests, and neither are copies by e-mail', async () => {
    const guest = buildPair({ account: 'public' }).device
    const photo = capture('a photo')
    const mutation = buildPlainSubmit(1, 'public', { author: 'public', files: [photo.claim] })
    await saveAnswer(guest.local, { mutation, files: [photo] })
    await guest.run()
    expect(await guest.local.database.outbox.count()).toBe(0)
    expect([await kept(guest), await openFile(guest.local, photo.claim)]).toEqual([[], undefined])
  })

  it('is dropped with its files when it is older than the days that the municipality wants', async () => {
    const { device } = buildPair()
    const photo = capture('a photo')
    await saveOne(device.local, 1, [photo])
    await device.run()
    await pulled(device.local, profileWith(10), 9.9)
    expect(await kept(device)).toHaveLength(1)
    // The device's own clock does not count.
    device.clock.now += 400 * DAY
    await pulled(device.local, {}, 9.9)
    expect(await kept(device)).toHaveLength(1)
    await pulled(device.local, {}, 10)
    expect([await kept(device), await device.local.database.blobs.count()]).toEqual([[], 0])
  })

  it('is not kept at all in a municipality that wants no day', async () => {
    const { device } = buildPair()
    await saveOne(device.local, 1)
    await device.run()
    await pulled(device.local, profileWith(0))
    expect(await kept(device)).toEqual([])
  })

  it('keeps the latest 100 MB of files and 3,000 mutations', async () => {
    const { device } = buildPair()
    const { database } = device.local
    const photos = ['first', 'second', 'third'].map((name) => capture(name))
    for (const [index, photo] of photos.entries()) await saveOne(device.local, index + 1, [photo])
    await device.run()
    await database.needs.toCollection().modify({ bytes: 45_000_000 })
    await pulled(device.local)
    expect((await database.blobs.toArray()).map(({ sha256 }) => sha256).toSorted()).toEqual(
      photos
        .slice(1)
        .map(({ claim }) => claim.sha256)
        .toSorted(),
    )
    expect(await kept(device)).toHaveLength(3)
    const [row] = await database.sent.toArray()
    const pushes = Array.from({ length: 600 }, (_, push) => {
      const ids = Array.from({ length: 5 }, (__, index) => `${push} ${index}`)
      return {
        at: row?.at,
        size: 5,
        mutations: ids.map((id) => ({ order: 1_000 + push, mutation: { id, answer: id, files: [] } })),
      }
    })
    await database.sent.bulkAdd(pushes as never)
    await pulled(device.local)
    const orders = (await listSentMutations(database)).map(({ order }) => order)
    expect([orders.length, orders[0], orders.at(-1)]).toEqual([3_000, 1_000, 1_599])
    const more = { order: 2_000, mutation: { id: 'one more', answer: 'one more', files: [] } }
    await database.sent.add({ at: row?.at, size: 1, mutations: [more] } as never)
    await pulled(device.local)
    expect((await listSentMutations(database)).map(({ order }) => order)).toEqual([...orders.slice(5), 2_000])
  })

  it('of one push is kept in one row, from which single mutations can be dropped', async () => {
    const { device } = buildPair()
    const photo = capture('a photo')
    const [one, other] = [await saveOne(device.local, 1, [photo]), await saveOne(device.local, 2)]
    await saveOne(device.local, 3)
    await device.run()
    const rows = await device.local.database.sent.toArray()
    const wordy = rows.find(({ mutations }) => mutations.length > 1)
    expect(wordy?.size).toBe(2)
    await pulled(device.local, { goneAnswers: [other.answer, one.answer] })
    expect((await kept(device)).map(({ answer }) => answer)).not.toContain(other.answer)
    expect(await kept(device)).toHaveLength(1)
    expect(await device.local.database.blobs.count()).toBe(0)
  })

  it('is dropped with an answer that the account may no longer see; its own deletion stays', async () => {
    const { device } = buildPair()
    const [one, other] = [await saveOne(device.local, 1), await saveOne(device.local, 2)]
    const removal = { ...buildMove(3, { author: 'ines', answer: one.answer }), kind: 'answer.delete' as const }
    const { from: _, to: __, ...mutation } = removal
    await saveAnswer(device.local, { mutation })
    await device.run()
    await pulled(device.local, { goneAnswers: [one.answer] })
    expect(await kept(device)).toEqual([other, mutation])
  })

  it.each([
    ['the user signs out of a shared device', (local: Local) => removeReceivedData(local)],
    ['the user frees what was received', (local: Local) => deleteReceivedCopies(local)],
  ])('is deleted with its files when %s', async (_, act) => {
    const { device } = buildPair()
    await saveOne(device.local, 1, [capture('a photo')])
    await device.run()
    await act(device.local)
    expect([await kept(device), await device.local.database.blobs.count()]).toEqual([[], 0])
  })

  it('is not kept when its receipt arrives after the user has signed out', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = ({ path }) => {
      if (path === '/api/sync/push') void removeReceivedData(device.local)
      return undefined
    }
    await device.run()
    await vi.waitFor(async () => expect(await device.local.database.outbox.count()).toBe(0))
    expect(await kept(device)).toEqual([])
  })
})

describe('when storage is full', () => {
  it('first the kept files make room for a new answer, then the kept mutations', async () => {
    const { device } = buildPair()
    const { local } = device
    await saveOne(local, 1, [capture('a photo')])
    await device.run()
    fullDisk(local, 'outbox', 1)
    await saveOne(local, 2)
    expect([await local.database.blobs.count(), (await kept(device)).length]).toEqual([0, 1])
    fullDisk(local, 'outbox', 1)
    await saveOne(local, 3)
    expect(await kept(device)).toEqual([])
    const last = fullDisk(local, 'outbox', 9)
    await expect(saveOne(local, 4)).rejects.toThrow('device.storage-full')
    last.stop()
    // The new work was not lost.
    expect(await local.database.outbox.count()).toBe(2)
  })

  it('nothing makes room that the server may lack', async () => {
    const { device } = buildPair()
    const { local } = device
    await saveOne(local, 1, [capture('a photo')])
    await device.run()
    await writeMeta(local, 'restoreCheck', true)
    const last = fullDisk(local, 'outbox', 9)
    await expect(saveOne(local, 2)).rejects.toThrow('device.storage-full')
    last.stop()
    await deleteReceivedCopies(local)
    expect([await local.database.blobs.count(), (await kept(device)).length]).toEqual([1, 1])
    await removeReceivedData(local)
    expect([await local.database.blobs.count(), await kept(device)]).toEqual([0, []])
  })

  it('a receipt is stored without keeping what it is about', async () => {
    const { device } = buildPair()
    await saveOne(device.local, 1, [capture('a photo')])
    fullDisk(device.local, 'sent', 9)
    await device.run()
    const { outbox, received, blobs } = device.local.database
    expect([await outbox.count(), await received.count(), await blobs.count()]).toEqual([0, 1, 0])
    expect(await kept(device)).toEqual([])
  })
})
