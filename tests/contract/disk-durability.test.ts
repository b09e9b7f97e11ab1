import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskFiles } from '#embedded/disk/files.ts'
import { hashOf } from './files.contract.ts'

const CONTENT = Buffer.from('%PDF-1.7 a document')
const EXPECTED = { sha256: hashOf(CONTENT), bytes: CONTENT.length }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (): ReturnType<typeof openDiskFiles> => openDiskFiles(folder, Date.now)
const beginIn = async (files: Awaited<ReturnType<typeof open>>, id: string): Promise<void> => {
  await files.uploads.create(new Upload({ id, size: CONTENT.length, offset: 0, metadata: { name: 'a.pdf' } }))
}

describe('files on disk, after a crash', () => {
  it('continue with an upload from the length of its part, whatever anybody remembers', async () => {
    const before = await open()
    await beginIn(before, 'upload-1')
    await before.uploads.write(Readable.from([CONTENT.subarray(0, 7)]), 'upload-1', 0)
    const after = await open()
    expect(await after.uploads.getUpload('upload-1')).toMatchObject({
      offset: 7,
      size: CONTENT.length,
      metadata: { name: 'a.pdf' },
    })
    await after.uploads.write(Readable.from([CONTENT.subarray(7)]), 'upload-1', 7)
    expect(await after.seal('upload-1', EXPECTED)).toEqual({ ok: true, value: { type: 'application/pdf' } })
  })

  it('log a file that the disk has lost once, however often it is read', async () => {
    const logged: unknown[] = []
    const note = (event: string, facts: unknown) => void logged.push([event, facts])
    const files = await openDiskFiles(folder, Date.now, { info: note, error: note })
    expect(await files.read(EXPECTED.sha256)).toBeUndefined()
    expect(await files.read(EXPECTED.sha256)).toBeUndefined()
    expect(logged).toEqual([['file.missing', expect.objectContaining({ sha256: EXPECTED.sha256 })]])
  })

  it('hold what was sealed', async () => {
    const before = await open()
    await beginIn(before, 'upload-1')
    await before.uploads.write(Readable.from([CONTENT]), 'upload-1', 0)
    await before.seal('upload-1', EXPECTED)
    const after = await open()
    expect(await after.size(EXPECTED.sha256)).toBe(CONTENT.length)
    expect(await after.seal('upload-1', EXPECTED)).toMatchObject({ ok: true })
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
  })

  it('do not take a part with bytes that a power cut has lost for the file', async () => {
    const files = await open()
    await beginIn(files, 'upload-1')
    writeFileSync(join(folder, 'uploads/upload-1.part'), Buffer.alloc(CONTENT.length))
    expect(await files.seal('upload-1', EXPECTED)).toMatchObject({ ok: false, problem: { code: 'file.hash-mismatch' } })
    expect(await files.size(EXPECTED.sha256)).toBeUndefined()
  })

  it.each(['', '{"id":"upload-1","si', '[]', 'null'])(
    'answer 404 for an upload whose note is %j, so that the device starts anew',
    async (note) => {
      const files = await open()
      await beginIn(files, 'upload-1')
      writeFileSync(join(folder, 'uploads/upload-1.json'), note)
      await expect(files.uploads.getUpload('upload-1')).rejects.toMatchObject({ status_code: 404 })
    },
  )

  it('sweep away what no upload can be made of any more, once it is old', async () => {
    const files = await open()
    await beginIn(files, 'upload-1')
    for (const name of ['orphan-1.part', 'orphan-2.json']) writeFileSync(join(folder, 'uploads', name), 'x')
    expect(await files.uploads.deleteExpired()).toBe(0)
    const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
    for (const name of ['orphan-1.part', 'orphan-2.json', 'upload-1.json'])
      utimesSync(join(folder, 'uploads', name), old, old)
    await files.uploads.deleteExpired()
    expect(readdirSync(join(folder, 'uploads')).sort()).toEqual(['upload-1.json', 'upload-1.part'])
  })

  it('do not list what is no sealed file', async () => {
    const files = await open()
    writeFileSync(join(folder, 'files/ab/stray.txt'), 'x')
    expect(await files.list()).toEqual([])
  })
})
