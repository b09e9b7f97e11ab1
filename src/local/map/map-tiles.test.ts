import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openMapTiles } from './map-tiles.ts'

const DAY = 24 * 60 * 60 * 1000
const bytes = (length: number, value = 1) => new Uint8Array(length).fill(value).buffer
afterEach(() => openMapTiles().clear())

describe('tiles of the map on this device', () => {
  it('are there again in another window, with the time at which they came', async () => {
    await openMapTiles().put('/api/tiles/default/12/1/2', bytes(5), 1000)
    const kept = await openMapTiles().get('/api/tiles/default/12/1/2', 2000)
    expect([kept?.bytes.byteLength, kept?.at]).toEqual([5, 1000])
    expect(await openMapTiles().get('/api/tiles/default/12/1/3', 2000)).toBeUndefined()
  })

  it('stay within their bound, however many are seen: what no one looked at for longest goes', async () => {
    const tiles = openMapTiles(1000)
    for (let i = 0; i < 10; i += 1) await tiles.put(`t${i}`, bytes(90), i)
    await tiles.get('t0', 2 * DAY)
    for (let i = 10; i < 60; i += 1) await tiles.put(`t${i}`, bytes(90), DAY + i)
    const share = await tiles.share()
    // Checked at every twentieth tile.
    expect(share.bytes).toBeLessThanOrEqual(1000 + 20 * 90)
    expect([(await tiles.get('t0', DAY)) !== undefined, await tiles.get('t1', DAY)]).toEqual([true, undefined])
    expect(await tiles.get('t59', DAY)).toBeDefined()
  })

  it('are counted, and go when someone wants the room', async () => {
    const tiles = openMapTiles()
    await tiles.put('a', bytes(100), 1)
    await tiles.put('a', bytes(50), 2)
    await tiles.put('b', bytes(7), 3)
    expect(await tiles.share()).toEqual({ count: 2, bytes: 57 })
    await tiles.keepFacts({ layers: [], geocoder: false })
    await tiles.clear()
    expect(await tiles.share()).toEqual({ count: 0, bytes: 0 })
    // The owner is known without cost, and needed for the next tile.
    expect(await tiles.facts()).toEqual({ layers: [], geocoder: false })
  })

  it('are as if they were not kept where nothing can be', async () => {
    const tiles = openMapTiles()
    // The factory that the library uses: files that share a worker may have another global.
    const open = vi.spyOn(Dexie.dependencies.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    try {
      await tiles.put('a', bytes(5), 1)
      expect([await tiles.get('a', 1), await tiles.facts(), await tiles.share()]).toEqual([
        undefined,
        undefined,
        { count: 0, bytes: 0 },
      ])
    } finally {
      open.mockRestore()
    }
  })
})
