import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPair, capture, saveOne, START } from '#tests/support/device/device.ts'
import { writeUnsentBackup, readUnsentBackup } from './backup.ts'
import type { BlobRow } from './database.ts'
import { attachFileToDraft, deleteDraft } from './drafts.ts'
import { loadFile, LONG_FILE_BYTES, openFile } from './files.ts'
import { StorageFailure } from './local.ts'
import { deleteReceivedCopies } from './freeable.ts'
import { listOutbox } from './outbox-reads.ts'

afterEach(() => vi.restoreAllMocks())

const photo = capture('a photo')
const other = capture('another photo')
const unreadable = (): never => {
  throw new DOMException('The file could not be read', 'NotReadableError')
}

/** Makes these bytes unreadable; `times` is the number of failing reads. */
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
    const bytes = await writeUnsentBackup(device.local, device.deps.hash, toInstant(START))
    const { device: tablet } = buildPair()
    expect(await readUnsentBackup(tablet.local, bytes, tablet.deps.hash)).toMatchObject({
      value: { entries: 2, missingFiles: 1 },
    })
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

describe('a long file', () => {
  const MEGABYTE = 1024 * 1024
  const long = capture(
    Uint8Array.from({ length: LONG_FILE_BYTES + 3 * MEGABYTE + 7 }, (_, at) => (at * 31 + (at >> 12)) % 251),
    'barrio.kmz',
  )

  /** Records the lengths of writes to and reads from the table of bytes. */
  function watchSlices(): { readonly written: number[]; readonly read: number[] } {
    const seen = { written: [] as number[], read: [] as number[] }
    const { get, put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...values: Parameters<typeof put>
    ) {
      if (this.name === 'blobs') seen.written.push((values[0] as BlobRow).data.byteLength)
      return put.apply(this, values)
    })
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      const asked = get.call(this, key)
      if (this.name === 'blobs')
        asked.addEventListener('success', () =>
          seen.read.push((asked.result as BlobRow | undefined)?.data.byteLength ?? 0),
        )
      return asked
    })
    return seen
  }

  it('is stored, sent and dropped in pieces of a megabyte, and arrives byte for byte', async () => {
    const { device, server } = buildPair()
    const seen = watchSlices()
    await saveOne(device.local, 1, [long])
    expect([seen.written.length, Math.max(...seen.written)]).toEqual([8, MEGABYTE])
    await device.run()
    expect([seen.read.length, Math.max(...seen.read)]).toEqual([8, MEGABYTE])
    expect(server.files.has(long.claim.sha256)).toBe(true)
    expect(server.answers.size).toBe(1)
    await deleteReceivedCopies(device.local)
    expect(await device.local.database.blobs.count()).toBe(0)
  })

  it('is whole again for anyone who wants to see it or carry it away, and gone with its draft', async () => {
    const {
      device: { local },
    } = buildPair()
    const id = buildPlainSubmit(1).answer
    await attachFileToDraft(local, id, long)
    expect(await loadFile(local, long.claim)).toEqual(long.data)
    await deleteDraft(local, id)
    expect(await local.database.blobs.count()).toBe(0)
  })

  it('is read from anywhere, never past a piece', async () => {
    const {
      device: { local },
    } = buildPair()
    await attachFileToDraft(local, buildPlainSubmit(1).answer, long)
    const file = await openFile(local, long.claim)
    const at = 2 * MEGABYTE + 5
    expect(await file?.from(at)).toEqual(new Uint8Array(long.data, at, MEGABYTE - 5))
    expect((await file?.from(long.data.byteLength - 1))?.byteLength).toBe(1)
  })

  it('is not there when one of its pieces is not', async () => {
    const { device, server } = buildPair()
    const { local } = device
    await saveOne(local, 1, [long])
    damage(`${long.claim.sha256}:5`)
    expect(await loadFile(local, long.claim)).toBeUndefined()
    await device.run()
    expect(server.answers.size).toBe(0)
    expect(await listOutbox(local)).toMatchObject([
      { state: { kind: 'quarantined', problem: { code: 'file.unreadable' } } },
    ])
  })

  it('that an earlier app stored as one is sent all the same', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [long])
    await device.local.database.blobs.clear()
    await device.local.database.blobs.put({ sha256: long.claim.sha256, data: long.data })
    await device.run()
    expect(server.answers.size).toBe(1)
    await deleteReceivedCopies(device.local)
    expect(await device.local.database.blobs.count()).toBe(0)
  })
})
