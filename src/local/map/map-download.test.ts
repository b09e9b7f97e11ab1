import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildBoxAround, iterateTiles } from '#domain/maps/index.ts'
import { openMapDownloads } from './map-download.ts'
import { openMapTiles } from './map-tiles.ts'

const SET = { boxes: [buildBoxAround({ latitude: -31.42, longitude: -64.18 }, 2)], zoom: 12 }
const TOTAL = [...iterateTiles(SET)].length
const tile = (address: string, length = 10) => ({ address, bytes: new Uint8Array(length).fill(1).buffer, at: 5 })
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => tile(`/t/${from + index}`))

afterEach(async () => {
  vi.restoreAllMocks()
  await openMapDownloads().remove()
  await openMapTiles().clear()
})

describe('a map that is fetched in advance', () => {
  it('is counted with its tiles, and is there as far as it came in the next window', async () => {
    const first = openMapDownloads()
    await first.begin(SET, 1)
    await first.keep(1, many(0, 3))
    expect(await openMapDownloads().read()).toEqual({
      ...SET,
      at: 1,
      total: TOTAL,
      tiles: 3,
      bytes: 30,
      going: true,
    })
    expect(await openMapDownloads().addresses()).toEqual(new Set(['/t/0', '/t/1', '/t/2']))
  })

  it('counts a tile once, also when two windows bring it', async () => {
    const map = openMapDownloads()
    await map.begin(SET, 1)
    await map.keep(1, many(0, 3))
    await openMapDownloads().keep(1, many(2, 5))
    expect(await map.read()).toMatchObject({ tiles: 5, bytes: 50 })
  })

  it('is done with its last tile', async () => {
    const map = openMapDownloads()
    await map.begin(SET, 1)
    await map.keep(1, many(0, TOTAL - 1))
    expect(await map.read()).toMatchObject({ going: true })
    await map.keep(1, many(TOTAL - 1, TOTAL))
    expect(await map.read()).toMatchObject({ tiles: TOTAL, total: TOTAL, going: false })
  })

  it('ends at its bound, and says that it is cut', async () => {
    const map = openMapDownloads(100)
    await map.begin(SET, 1)
    await map.keep(1, many(0, 9))
    expect(await map.read()).toMatchObject({ total: TOTAL, going: true })
    await map.keep(1, many(9, 12))
    expect(await map.read()).toMatchObject({ total: 12, tiles: 12, bytes: 120, going: false, isCut: true })
  })

  it('is found where a map looks for tiles, and what was seen may go beside it', async () => {
    const [map, seen] = [openMapDownloads(), openMapTiles(100)]
    await map.begin(SET, 1)
    await map.keep(1, [tile('/mine'), { address: '/sea', bytes: new ArrayBuffer(0), at: 5 }])
    for (let i = 0; i < 60; i += 1) await seen.put(`/seen/${i}`, new Uint8Array(90).buffer, i)
    expect((await seen.get('/mine', 9))?.bytes.byteLength).toBe(10)
    expect(await seen.get('/sea', 9)).toMatchObject({ at: 5 })
    await seen.clear()
    expect(await seen.get('/seen/59', 9)).toBeUndefined()
    expect((await seen.get('/mine', 9))?.bytes.byteLength).toBe(10)
    expect((await seen.share()).count).toBe(0)
  })

  it('is not brought back by who did not hear that it was removed, or that another was begun', async () => {
    const map = openMapDownloads()
    await map.begin(SET, 1)
    await openMapDownloads().remove()
    expect(await map.keep(1, many(0, 2))).toEqual({ ok: true, value: undefined })
    await map.setGoing(true)
    expect([await map.read(), (await map.addresses()).size]).toEqual([undefined, 0])
    await map.begin(SET, 2)
    expect(await map.keep(1, many(0, 2))).toEqual({ ok: true, value: undefined })
    expect(await map.read()).toMatchObject({ at: 2, tiles: 0 })
  })

  it('stays as it was when the device is full, with everything else that is there', async () => {
    const [map, seen] = [openMapDownloads(), openMapTiles()]
    await seen.put('/seen', new Uint8Array(90).buffer, 1)
    await map.begin(SET, 1)
    await map.keep(1, many(0, 2))
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await map.keep(1, many(2, 4))).toEqual({ ok: false, problem: { code: 'device.storage-full' } })
    full.mockRestore()
    expect(await map.read()).toMatchObject({ tiles: 2, bytes: 20, going: true })
    expect((await map.addresses()).size).toBe(2)
    expect(await seen.get('/seen', 1)).toBeDefined()
  })

  it('comes beside what was seen before there was such a thing', async () => {
    // Dexie warns about each connection that it closes.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await Dexie.delete('relevo-map')
    const before = new Dexie('relevo-map')
    before.version(1).stores({ tiles: '&address, usedAt, size', facts: '&name' })
    await before.table('tiles').put({ address: '/old', bytes: new Uint8Array(7).buffer, size: 7, at: 1, usedAt: 1 })
    before.close()
    const map = openMapDownloads()
    expect((await map.begin(SET, 1)).ok).toBe(true)
    expect((await openMapTiles().get('/old', 1))?.bytes.byteLength).toBe(7)
  })
})
