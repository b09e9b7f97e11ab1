import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock, FileStore } from '#core/ports.ts'
import type { Sha256 } from '#domain/kernel/index.ts'

export type OpenFiles = (clock: Clock) => Promise<FileStore> | FileStore

const DAY = 24 * 60 * 60 * 1000
const nobody = async (): Promise<boolean> => false
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3000, 7)])

/** Contract of every FileStore. `open` returns an empty one. */
export function filesContract(name: string, open: OpenFiles, close: () => Promise<void> | void = () => {}): void {
  describe(`files: ${name}`, () => {
    let files: FileStore
    let now: number
    let ids = 0
    beforeEach(async () => {
      now = Date.now()
      files = await open(() => now)
    })
    afterEach(close)

    async function begin(bytes: number, id = `upload-${(ids += 1)}-x`): Promise<string> {
      await files.uploads.create(
        new Upload({ id, size: bytes, offset: 0, metadata: { sha256: 'x', name: 'ñ.png', empty: null } }),
      )
      return id
    }
    async function upload(content: Buffer): Promise<string> {
      const id = await begin(content.length)
      await files.uploads.write(Readable.from([content]), id, 0)
      return id
    }
    async function contentOf(sha256: Sha256): Promise<Buffer | undefined> {
      const stream = await files.read(sha256)
      return stream && Buffer.from(await new Response(stream as unknown as BodyInit).arrayBuffer())
    }

    it('seals what was announced, tells its type, and gives the same bytes back', async () => {
      const id = await upload(JPEG)
      expect(await files.seal(id, { sha256: hashOf(JPEG), bytes: JPEG.length })).toEqual({
        ok: true,
        value: { type: 'image/jpeg' },
      })
      expect(await files.size(hashOf(JPEG))).toBe(JPEG.length)
      expect(await contentOf(hashOf(JPEG))).toEqual(JPEG)
      expect(await files.list()).toEqual([hashOf(JPEG)])
      await expect(files.uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
    })

    it('continues from where the line was cut', async () => {
      const id = await begin(JPEG.length)
      const cut = new Readable({
        read() {
          this.push(JPEG.subarray(0, 1000))
          this.destroy(new Error('connection lost'))
        },
      })
      await files.uploads.write(cut, id, 0).catch(() => {})
      const { offset, size, metadata } = await files.uploads.getUpload(id)
      expect(offset).toBeLessThanOrEqual(1000)
      expect(size).toBe(JPEG.length)
      expect(metadata).toEqual({ sha256: 'x', name: 'ñ.png', empty: null })
      expect(await files.uploads.write(Readable.from([JPEG.subarray(offset, 2000)]), id, offset)).toBe(2000)
      expect(await files.uploads.write(Readable.from([JPEG.subarray(2000)]), id, 2000)).toBe(JPEG.length)
      expect((await files.seal(id, { sha256: hashOf(JPEG), bytes: JPEG.length })).ok).toBe(true)
    })

    it('refuses other bytes than announced, and discards them', async () => {
      const id = await upload(JPEG)
      const expected = { sha256: hashOf(Buffer.from('other')), bytes: JPEG.length }
      expect(await files.seal(id, expected)).toMatchObject({ ok: false, problem: { code: 'file.hash-mismatch' } })
      await expect(files.uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
      expect(await files.list()).toEqual([])
    })

    it('refuses another length than announced, and discards it', async () => {
      const id = await upload(JPEG)
      const expected = { sha256: hashOf(JPEG), bytes: JPEG.length + 1 }
      expect(await files.seal(id, expected)).toMatchObject({ ok: false, problem: { code: 'file.length-mismatch' } })
      expect(await files.seal(id, { ...expected, bytes: JPEG.length })).toMatchObject({
        ok: false,
        problem: { code: 'file.missing' },
      })
    })

    it('says again what it said when the same upload is sealed again', async () => {
      const id = await upload(JPEG)
      const expected = { sha256: hashOf(JPEG), bytes: JPEG.length }
      expect(await files.seal(id, expected)).toEqual(await files.seal(id, expected))
    })

    it('seals the same content twice, also at once, as one file', async () => {
      const uploads = await Promise.all([upload(JPEG), upload(JPEG), upload(JPEG)])
      const expected = { sha256: hashOf(JPEG), bytes: JPEG.length }
      const sealed = await Promise.all([...uploads, ...uploads].map((id) => files.seal(id, expected)))
      expect(sealed.every((result) => result.ok)).toBe(true)
      expect(await files.list()).toEqual([hashOf(JPEG)])
      expect(await contentOf(hashOf(JPEG))).toEqual(JPEG)
    })

    it('takes 50 MB', async () => {
      const big = Buffer.alloc(50 * 1024 * 1024, 'PK or not')
      const id = await upload(big)
      expect((await files.seal(id, { sha256: hashOf(big), bytes: big.length })).ok).toBe(true)
      expect(await files.size(hashOf(big))).toBe(big.length)
    })

    it('knows nothing of hashes that it does not hold, and removes without complaint', async () => {
      const unknown = hashOf(Buffer.from('unknown'))
      expect(await files.size(unknown)).toBeUndefined()
      expect(await files.read(unknown)).toBeUndefined()
      await files.remove(unknown, nobody)
      await files.seal(await upload(JPEG), { sha256: hashOf(JPEG), bytes: JPEG.length })
      now += 2 * DAY
      await files.remove(hashOf(JPEG), nobody)
      expect(await files.list()).toEqual([])
    })

    it('removes nothing that someone names', async () => {
      await files.seal(await upload(JPEG), { sha256: hashOf(JPEG), bytes: JPEG.length })
      now += 2 * DAY
      await files.remove(hashOf(JPEG), async () => true)
      expect(await contentOf(hashOf(JPEG))).toEqual(JPEG)
    })

    it('lists what it holds in order, also a page at a time', async () => {
      const contents = Array.from({ length: 7 }, (_, seed) => Buffer.from(`content ${seed}`))
      for (const content of contents)
        await files.seal(await upload(content), { sha256: hashOf(content), bytes: content.length })
      const all = contents.map(hashOf).sort()
      expect(await files.list()).toEqual(all)
      expect(await files.list({ limit: 3 })).toEqual(all.slice(0, 3))
      expect(await files.list({ after: all[2] ?? '', limit: 3 })).toEqual(all.slice(3, 6))
      expect(await files.list({ after: all[5] ?? '' })).toEqual(all.slice(6))
      expect(await files.list({ after: all[6] ?? '', limit: 3 })).toEqual([])
    })

    it.each([
      '../../etc/passwd',
      '..',
      'a/b',
      'a\\b',
      'a\0b',
      'short',
      'x'.repeat(200),
      'C:\\windows.x',
      '%2e%2e%2fabc',
    ])('takes %j for no upload', async (id) => {
      await expect(files.uploads.create(new Upload({ id, size: 1, offset: 0 }))).rejects.toMatchObject({
        status_code: 404,
      })
      await expect(files.uploads.write(Readable.from(['x']), id, 0)).rejects.toMatchObject({ status_code: 404 })
      await expect(files.uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
      await expect(files.uploads.remove(id)).rejects.toMatchObject({ status_code: 404 })
      await expect(files.seal(id, { sha256: hashOf(JPEG), bytes: 1 })).rejects.toMatchObject({ status_code: 404 })
    })

    it('refuses to begin an upload whose id is taken', async () => {
      const id = await begin(10)
      await expect(begin(10, id)).rejects.toThrow()
    })

    it('removes an upload that the device has given up', async () => {
      const id = await upload(JPEG)
      await files.uploads.remove(id)
      await expect(files.uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
      await expect(files.uploads.remove(id)).rejects.toMatchObject({ status_code: 404 })
    })

    it('forgets uploads that no one continued for a week, and no others', async () => {
      const id = await upload(JPEG)
      now += 6 * DAY
      expect(await files.uploads.deleteExpired()).toBe(0)
      now += 2 * DAY
      expect(await files.uploads.deleteExpired()).toBe(1)
      await expect(files.uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
    })

    it('announces the extensions that the device uses', () => {
      expect(files.uploads.extensions).toEqual(['creation', 'creation-with-upload', 'termination'])
    })
  })
}

export function hashOf(content: Buffer): Sha256 {
  return createHash('sha256').update(content).digest('hex') as Sha256
}
