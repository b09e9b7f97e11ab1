import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { buildPair, capture, saveOne, START } from '#tests/support/device/device.ts'
import { exportUnsent, importUnsent } from './backup.ts'
import { loadFile } from './files.ts'
import { StorageFailure } from './local.ts'
import { listOutbox } from './outbox.ts'

afterEach(() => vi.restoreAllMocks())

const photo = capture('a photo')
const other = capture('another photo')
const unreadable = (): never => {
  throw new DOMException('The file could not be read', 'NotReadableError')
}

/** The disk has a bad spot where these bytes lie; `times` says how often it is noticed. */
function damage(sha256: string, times = Infinity): void {
  const { get } = IDBObjectStore.prototype
  let left = times
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'blobs' && key === sha256 && left-- > 0) unreadable()
    return get.call(this, key)
  })
}

describe('a file on a bad spot of the disk', () => {
  it('is not there, as if it had never been, and only its own answer is set aside', async () => {
    const { device, server } = buildPair()
    const [damaged, well] = [await saveOne(device.local, 1, [photo]), await saveOne(device.local, 2, [other])]
    damage(photo.claim.sha256)
    expect(await loadFile(device.local, photo.claim)).toBeUndefined()
    expect(await device.run()).toMatchObject({ kind: 'done' })
    expect([...server.answers.keys()]).toEqual([well.answer])
    expect((await listOutbox(device.local)).map(({ id, state }) => [id, state])).toMatchObject([
      [damaged.id, { kind: 'quarantined', problem: { code: 'file.unreadable' } }],
    ])
  })

  it('that can be read the second time is as good as any', async () => {
    const { device } = buildPair()
    await saveOne(device.local, 1, [photo])
    damage(photo.claim.sha256, 1)
    expect(await loadFile(device.local, photo.claim)).toEqual(photo.data)
  })

  it('costs a backup that file and nothing else', async () => {
    const { device } = buildPair()
    await saveOne(device.local, 1, [photo])
    await saveOne(device.local, 2, [other])
    damage(photo.claim.sha256)
    const bytes = await exportUnsent(device.local, device.deps.hash, toInstant(START))
    const { device: tablet } = buildPair()
    expect(await importUnsent(tablet.local, bytes, tablet.deps.hash)).toMatchObject({ value: { entries: 2, missingFiles: 1 } })
    expect(await loadFile(tablet.local, other.claim)).toEqual(other.data)
  })
})

it('a storage that cannot be read at all is not taken for a missing file', async () => {
  const { device } = buildPair()
  await saveOne(device.local, 1, [photo])
  for (const name of ['get', 'count'] as const) vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(unreadable)
  vi.spyOn(IDBObjectStore.prototype, 'index').mockImplementation(unreadable)
  await expect(loadFile(device.local, photo.claim)).rejects.toThrow(StorageFailure)
})
