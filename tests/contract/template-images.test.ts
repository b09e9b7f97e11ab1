import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openMemoryFiles, openMemoryStore } from '#tests/support/memory/index.ts'
import type { FileStore } from '#core/ports.ts'
import { storeHeaderImage, sweepImages } from '#core/templates/images.ts'
import { userSchema } from '#domain/users/index.ts'
import { openDiskFiles } from '#embedded/disk/files.ts'
import { openCloudFiles } from '#firebase/storage/files.ts'
import { buildUser } from '../support/builders/people.ts'
import { fakeBucket } from '../support/cloud/bucket.ts'
import { templateIdOf } from '../support/server/templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const png = (length: number) => Uint8Array.from({ length }, (_, index) => MAGIC[index] ?? index % 251)
const GIL = userSchema.parse(buildUser('gil', 'ROLE_GENERADOR'))

const STORES: readonly (readonly [name: string, open: (clock: () => number) => FileStore | Promise<FileStore>])[] = [
  ['memory', openMemoryFiles],
  ['disk', (clock) => openDiskFiles(folder, clock)],
  ['Cloud Storage (a bucket in this process)', (clock) => openCloudFiles(fakeBucket(clock), clock)],
]

describe.each(STORES)('an image of a template over %s', (_, open) => {
  it('is stored whole, sent twice at once too; what is none leaves nothing; at its end it goes', async () => {
    const clock = { now: Date.parse('2026-11-20T15:30:00.000Z') }
    const files = await open(() => clock.now)
    let seed = 0
    const random = (length: number) => new Uint8Array(length).fill((seed += 1))
    const ports = { store: openMemoryStore(), files, clock: () => clock.now, random }
    const bytes = png(3 * 1024 * 1024 + 7)
    const [first, second] = await Promise.all([
      storeHeaderImage(ports, templateIdOf('A'), GIL, bytes),
      storeHeaderImage(ports, templateIdOf('A'), GIL, bytes),
    ])
    expect(second).toEqual(first)
    if (!first.ok) throw new Error(first.problem.code)
    const stored = await files.read(first.value.sha256)
    expect(Buffer.from(await new Response(stored).arrayBuffer()).equals(bytes)).toBe(true)
    expect(await storeHeaderImage(ports, templateIdOf('A'), GIL, new TextEncoder().encode('<svg/>'))).toEqual({
      ok: false,
      problem: { code: 'file.wrong-type' },
    })
    expect(await files.list()).toEqual([first.value.sha256])
    clock.now += 31 * 24 * 60 * 60 * 1000
    expect([await sweepImages(ports), await files.list()]).toEqual([1, []])
  })
})
