import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPair, capture } from '#tests/support/device/device.ts'
import { deleteReceivedCopies } from './freeable.ts'
import { attachLongFileToDraft, attachFileToDraft, deleteDraft } from './drafts.ts'
import { loadFile, LONG_FILE_BYTES } from './files.ts'
import type { Local } from './local.ts'
import { saveAnswer } from './save-answer.ts'

afterEach(() => vi.restoreAllMocks())

const MEGABYTE = 1024 * 1024
const { claim, data } = capture(
  Uint8Array.from({ length: LONG_FILE_BYTES + 3 * MEGABYTE + 7 }, (_, at) => (at * 31 + (at >> 12)) % 251),
  'barrio.kmz',
)
const id = buildPlainSubmit(1).answer

/** The chosen file; `before` is called before each part is read, with its number. */
function chosen(before: (piece: number) => Promise<void> | void = () => undefined): Blob {
  const source = new Blob([data])
  vi.spyOn(source, 'arrayBuffer').mockRejectedValue(new Error('Read as a whole'))
  const { slice } = source
  vi.spyOn(source, 'slice').mockImplementation((from = 0, to) => {
    const part = slice.call(source, from, to)
    const { arrayBuffer } = part
    part.arrayBuffer = async () => {
      await before(from / MEGABYTE)
      return arrayBuffer.call(part)
    }
    return part
  })
  return source
}

/** From the third part on the disk is full. */
function fillUp(): void {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...values: Parameters<typeof put>
  ) {
    if (this.name === 'blobs' && (values[0] as { sha256: string }).sha256 === `${claim.sha256}:2`)
      throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, values)
  })
}

async function left(local: Local): Promise<readonly number[]> {
  return [await local.database.blobs.count(), await local.database.needs.count()]
}

const save = (local: Local) =>
  saveAnswer(local, { mutation: buildPlainSubmit(1, 'una nota', { files: [claim] }), draft: id })

describe('a long file that was chosen', () => {
  it('is read and stored a piece at a time, and arrives byte for byte', async () => {
    const { device, server } = buildPair()
    expect(await attachLongFileToDraft(device.local, id, { claim, source: chosen() })).toMatchObject({ ok: true })
    expect(await loadFile(device.local, claim)).toEqual(data)
    expect(await save(device.local)).toMatchObject({ ok: true })
    await device.run()
    expect(server.files.has(claim.sha256)).toBe(true)
    await deleteReceivedCopies(device.local)
    expect(await left(device.local)).toEqual([0, 0])
  })

  it('is there for no one before its last piece is', async () => {
    const { device } = buildPair()
    const seen: unknown[] = []
    const source = chosen(async () => {
      seen.push(await loadFile(device.local, claim), await save(device.local))
    })
    await attachLongFileToDraft(device.local, id, { claim, source })
    expect(seen.length).toBe(16)
    expect(seen.filter((_, index) => index % 2 === 0)).toEqual(Array.from({ length: 8 }, () => undefined))
    expect(seen.filter((_, index) => index % 2 === 1)).toMatchObject(
      Array.from({ length: 8 }, () => ({ problem: { code: 'file.unreadable' } })),
    )
  })

  it('leaves nothing when it is changed or taken away while it is read', async () => {
    const { device } = buildPair()
    const source = chosen((piece) => {
      if (piece === 3) throw new DOMException('The file has changed', 'NotReadableError')
    })
    expect(await attachLongFileToDraft(device.local, id, { claim, source })).toMatchObject({
      problem: { code: 'file.unreadable' },
    })
    expect(await left(device.local)).toEqual([0, 0])
  })

  it('leaves nothing when the device is full', async () => {
    const { device } = buildPair()
    fillUp()
    expect(await attachLongFileToDraft(device.local, id, { claim, source: chosen() })).toMatchObject({
      problem: { code: 'device.storage-full' },
    })
    expect(await left(device.local)).toEqual([0, 0])
  })

  it('leaves nothing when its draft is thrown away in the meantime', async () => {
    const { device } = buildPair()
    const source = chosen(async (piece) => {
      if (piece === 4) await deleteDraft(device.local, id)
    })
    expect(await attachLongFileToDraft(device.local, id, { claim, source })).toMatchObject({
      problem: { code: 'file.unreadable' },
    })
    expect(await left(device.local)).toEqual([0, 0])
  })

  it('leaves nothing when another window saves the draft in the meantime', async () => {
    const { device } = buildPair()
    const source = chosen(async (piece) => {
      if (piece === 4) await saveAnswer(device.local, { mutation: buildPlainSubmit(1), draft: id })
    })
    expect(await attachLongFileToDraft(device.local, id, { claim, source })).toMatchObject({
      problem: { code: 'answer.saved-elsewhere' },
    })
    expect(await left(device.local)).toEqual([0, 0])
  })

  it('of which a killed app left a half goes with the draft, or is made whole by choosing it again', async () => {
    const { device } = buildPair()
    void attachLongFileToDraft(device.local, id, {
      claim,
      source: chosen((piece) => (piece === 2 ? new Promise(() => undefined) : undefined)),
    })
    await expect.poll(async () => (await left(device.local))[0]).toBe(5)
    await deleteDraft(device.local, id)
    expect(await left(device.local)).toEqual([0, 0])
    expect(await attachLongFileToDraft(device.local, id, { claim, source: chosen() })).toMatchObject({ ok: true })
    expect(await loadFile(device.local, claim)).toEqual(data)
  })

  it('that another answer has already is not taken from it when it is refused here', async () => {
    const { device } = buildPair()
    const other = buildPlainSubmit(2).answer
    await attachFileToDraft(device.local, other, { claim, data })
    const source = chosen((piece) => {
      if (piece === 1) throw new DOMException('The file has changed', 'NotReadableError')
    })
    expect(await attachLongFileToDraft(device.local, id, { claim, source })).toMatchObject({ ok: false })
    expect(await loadFile(device.local, claim)).toEqual(data)
  })

  it.each(['changed', 'full'])(
    'that this draft has already stays whole when it is chosen again and cannot be read or stored (%s)',
    async (why) => {
      const { device } = buildPair()
      await attachLongFileToDraft(device.local, id, { claim, source: chosen() })
      const source = chosen((piece) => {
        if (piece === 3 && why === 'changed') throw new DOMException('The file has changed', 'NotReadableError')
      })
      if (why === 'full') fillUp()
      expect(await attachLongFileToDraft(device.local, id, { claim, source })).toMatchObject({ ok: false })
      vi.restoreAllMocks()
      expect(await loadFile(device.local, claim)).toEqual(data)
      expect(await save(device.local)).toMatchObject({ ok: true })
    },
  )

  it('stays whole when it is chosen twice at once and the second cannot be read', async () => {
    const { device } = buildPair()
    const { promise: first, resolve: isStored } = Promise.withResolvers<void>()
    const source = chosen(async (piece) => {
      if (piece !== 3) return
      await first
      throw new DOMException('The file has changed', 'NotReadableError')
    })
    const second = attachLongFileToDraft(device.local, id, { claim, source })
    expect(await attachLongFileToDraft(device.local, id, { claim, source: chosen() })).toMatchObject({ ok: true })
    isStored()
    expect(await second).toMatchObject({ ok: false })
    expect(await loadFile(device.local, claim)).toEqual(data)
    expect(await save(device.local)).toMatchObject({ ok: true })
  })

  it('that is damaged on the disk is mended by choosing it again', async () => {
    const { device } = buildPair()
    await attachLongFileToDraft(device.local, id, { claim, source: chosen() })
    await device.local.database.blobs.delete(`${claim.sha256}:5`)
    expect(await loadFile(device.local, claim)).toBeUndefined()
    await attachLongFileToDraft(device.local, id, { claim, source: chosen() })
    expect(await loadFile(device.local, claim)).toEqual(data)
  })
})
