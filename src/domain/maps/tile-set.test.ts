import { describe, expect, it } from 'vitest'
import { MAX_MAP_DOWNLOAD_BYTES } from '../kernel/limits.ts'
import { tileParamsSchema } from './map-api.ts'
import {
  buildBoxAround,
  findParentTile,
  pickLargestTileSet,
  MAX_MAP_DOWNLOAD_TILES,
  sampleTiles,
  findTile,
  iterateTiles,
} from './tile-set.ts'

const CORDOBA = { latitude: -31.4167, longitude: -64.1836 }
const named = ({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }) => `${z}/${x}/${y}`
const FIVE_KB = () => 5 * 1024

describe('the tiles of a place', () => {
  it('lie where every map on the web has them', () => {
    expect(named(findTile({ latitude: -31.42, longitude: -64.18 }, 12))).toBe('12/1317/2424')
    // North-west is the first tile.
    expect(named(findTile({ latitude: 90, longitude: -180 }, 5))).toBe('5/0/0')
    expect(named(findTile({ latitude: -90, longitude: 180 }, 5))).toBe('5/31/31')
  })

  it('cover so many kilometres to each side, at each zoom from 5 on, and a tile more', () => {
    const box = buildBoxAround(CORDOBA, 10)
    const tiles = new Set([...iterateTiles({ boxes: [box], zoom: 15 })].map(named))
    for (let zoom = 5; zoom <= 15; zoom += 1) {
      for (const corner of [
        { latitude: box.north, longitude: box.west },
        { latitude: box.south, longitude: box.east },
      ]) {
        const { x, y } = findTile(corner, zoom)
        for (const [right, down] of [
          [-1, -1],
          [0, 0],
          [1, 1],
        ] as const)
          expect(tiles).toContain(named({ z: zoom, x: x + right, y: y + down }))
      }
    }
    const height = (box.north - box.south) * 111.32
    expect(height).toBeCloseTo(20)
    expect([...tiles].some((tile) => tile.startsWith('16/') || tile.startsWith('4/'))).toBe(false)
  })

  it('come once each where two places touch, the farthest zooms first, and are ones that the server knows', () => {
    const boxes = [buildBoxAround(CORDOBA, 5), buildBoxAround({ ...CORDOBA, latitude: CORDOBA.latitude + 0.03 }, 5)]
    const tiles = [...iterateTiles({ boxes, zoom: 14 })]
    expect(new Set(tiles.map(named)).size).toBe(tiles.length)
    expect(tiles.map(({ z }) => z)).toEqual(tiles.map(({ z }) => z).toSorted((one, other) => one - other))
    expect(tiles.every((tile) => tileParamsSchema.safeParse({ layer: 'default', ...tile }).success)).toBe(true)
  })

  it('lie in a part of a farther one', () => {
    expect(findParentTile({ z: 18, x: 7, y: 9 }, 1)).toEqual({
      tile: { z: 17, x: 3, y: 4 },
      part: { x: 0.5, y: 0.5, side: 0.5 },
    })
    expect(findParentTile({ z: 18, x: 8, y: 13 }, 2)).toEqual({
      tile: { z: 16, x: 2, y: 3 },
      part: { x: 0, y: 0.25, side: 0.25 },
    })
  })

  it.each([
    ['the pole', { latitude: 90, longitude: 0 }],
    ['the other pole', { latitude: -90, longitude: 180 }],
    ['the end of the map', { latitude: 0, longitude: -180 }],
  ])('are ones that there are at %s, too', (_, centre) => {
    const tiles = [...iterateTiles({ boxes: [buildBoxAround(centre, 25)], zoom: 8 })]
    expect(tiles.length).toBeGreaterThan(3)
    expect(tiles.every((tile) => tileParamsSchema.safeParse({ layer: 'default', ...tile }).success)).toBe(true)
  })
})

describe('the map that fits', () => {
  it('goes to the nearest zoom of a village, and is counted as it is then fetched', () => {
    const fits = pickLargestTileSet([buildBoxAround(CORDOBA, 2)], FIVE_KB)
    expect(fits.zoom).toBe(18)
    expect([...iterateTiles(fits)]).toHaveLength(fits.tiles)
    expect(fits.bytes).toBe(fits.tiles * 5 * 1024)
  })

  it('never has more than 200 MB, nor more tiles than a server gives in half an hour', () => {
    for (const reach of [2, 5, 10, 25])
      for (const each of [100, 5_000, 20_000, 100_000, 500_000]) {
        const fits = pickLargestTileSet([buildBoxAround(CORDOBA, reach)], () => each)
        expect(fits.bytes).toBeLessThanOrEqual(MAX_MAP_DOWNLOAD_BYTES)
        expect(fits.tiles).toBeLessThanOrEqual(MAX_MAP_DOWNLOAD_TILES)
        const next = [...iterateTiles({ ...fits, zoom: Math.min(18, fits.zoom + 1) })].length
        // One zoom level more would not have fitted.
        if (fits.zoom < 18)
          expect(next > MAX_MAP_DOWNLOAD_TILES || next * each > MAX_MAP_DOWNLOAD_BYTES, `${reach} km`).toBe(true)
      }
  })

  it('has less detail where more places share the room', () => {
    const far = { latitude: -34.9, longitude: -56.19 }
    const each = () => 15_000
    expect(pickLargestTileSet([buildBoxAround(CORDOBA, 10), buildBoxAround(far, 10)], each).zoom).toBeLessThan(
      pickLargestTileSet([buildBoxAround(CORDOBA, 5)], each).zoom,
    )
  })

  it('is measured by a few tiles of every zoom', () => {
    const sample = sampleTiles(CORDOBA)
    expect(new Set(sample.map(({ z }) => z)).size).toBe(14)
    expect(sample.length).toBeLessThan(30)
  })
})
