import { describe, expect, it } from 'vitest'
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM } from '../kernel/limits.ts'
import { isPointOnPublicMap, isTileOnPublicMap } from './public-map.ts'
import { findTile } from './tile-set.ts'

const CORDOBA = { latitude: -31.4167, longitude: -64.1836 }
const away = (north: number, east = 0) => ({
  latitude: CORDOBA.latitude + north / 111.32,
  longitude: CORDOBA.longitude + east / (111.32 * Math.cos((CORDOBA.latitude * Math.PI) / 180)),
})
const ROSARIO = { latitude: -32.9587, longitude: -60.693 }

describe('the map of the public', () => {
  it('reaches fifty kilometres to each side, at every zoom', () => {
    for (let zoom = MAP_MIN_ZOOM; zoom <= MAP_MAX_ZOOM; zoom += 1)
      for (const place of [away(0), away(49), away(-49), away(0, 49), away(0, -49)])
        expect(isTileOnPublicMap(CORDOBA, findTile(place, zoom)), `${zoom}`).toBe(true)
  })

  it('ends a screen beyond that: it is no one’s map of another city, or of the world', () => {
    for (let zoom = 11; zoom <= MAP_MAX_ZOOM; zoom += 1)
      expect(isTileOnPublicMap(CORDOBA, findTile(ROSARIO, zoom)), `${zoom}`).toBe(false)
    expect(isTileOnPublicMap(CORDOBA, findTile({ latitude: 48.85, longitude: 2.35 }, MAP_MIN_ZOOM))).toBe(false)
  })

  it('knows addresses as far, and no farther', () => {
    expect(
      [away(0), away(49, -49), away(51), away(0, -51), ROSARIO].map((at) => isPointOnPublicMap(CORDOBA, at)),
    ).toEqual([true, true, false, false, false])
  })
})
