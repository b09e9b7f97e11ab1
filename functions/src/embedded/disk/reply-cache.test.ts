import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReplyCache, type ReplyCacheOptions } from './reply-cache.ts'

const GB = 1024 ** 3
let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'relevo-cache-')), 'cache')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const clock = { now: Date.UTC(2026, 0, 1) }
const open = (options: Partial<ReplyCacheOptions> = {}) =>
  openReplyCache({ folder, clock: () => clock.now, availableBytes: async () => 10 * GB, ...options })
const bytes = (length: number, value = 1) => new Uint8Array(length).fill(value)
const sizes = async (cache: ReturnType<typeof open>, names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await cache.get(name))?.bytes.length))

describe('replies on disk', () => {
  it('come back as they were put, with their time, after a restart, too; the latest counts', async () => {
    const cache = open()
    await cache.put('../../etc/passwd', bytes(3))
    await cache.put('a', bytes(5, 1))
    await cache.put('a', bytes(4, 2))
    for (const one of [cache, open()]) {
      expect(await one.get('a')).toEqual({ bytes: bytes(4, 2), at: clock.now })
      expect(await one.get('../../etc/passwd')).toMatchObject({ bytes: bytes(3) })
      expect(await one.get('b')).toBeUndefined()
    }
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('stay within their bound, by what they take of the disk: what was not used for longest goes first', async () => {
    const cache = open({ max: 3 * 4096 })
    for (const name of ['a', 'b', 'c']) await cache.put(name, bytes(30))
    await cache.get('a')
    await cache.put('d', bytes(4096))
    expect(await sizes(cache, ['a', 'b', 'c', 'd'])).toEqual([30, undefined, 30, 4096])
    await cache.put('e', bytes(3 * 4096 + 1))
    expect(await sizes(cache, ['e', 'd'])).toEqual([undefined, 4096])
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('count no more what someone has deleted', async () => {
    const cache = open({ max: 3 * 4096 })
    for (const name of ['a', 'b', 'c']) await cache.put(name, bytes(30))
    rmSync(folder, { recursive: true })
    expect(await sizes(cache, ['a', 'b', 'c'])).toEqual([undefined, undefined, undefined])
    for (const name of ['d', 'e', 'f']) await cache.put(name, bytes(30))
    expect(await sizes(cache, ['d', 'e', 'f'])).toEqual([30, 30, 30])
  })

  it('leave the disk to what people send', async () => {
    const cache = open({ availableBytes: async () => GB / 4 })
    await cache.put('a', bytes(30))
    expect(await cache.get('a')).toBeUndefined()
  })

  it('are asked for again when someone has emptied the folder, or it cannot be written', async () => {
    const cache = open()
    await cache.put('a', bytes(30))
    rmSync(folder, { recursive: true })
    expect(await cache.get('a')).toBeUndefined()
    writeFileSync(folder, 'no folder')
    await cache.put('b', bytes(30))
    expect(await cache.get('b')).toBeUndefined()
  })

  it('of a process that ended while it wrote are cleared away', async () => {
    const cache = open()
    await cache.put('a', bytes(30))
    writeFileSync(join(folder, `${'0'.repeat(64)}.part`), 'half')
    expect(await sizes(open(), ['a'])).toEqual([30])
    expect(readdirSync(folder)).toHaveLength(1)
  })
})
