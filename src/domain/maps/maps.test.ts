import { describe, expect, it } from 'vitest'
import { addressQuerySchema, pointQuerySchema, tileParamsSchema } from './map-api.ts'
import { detectTileType } from './tile-type.ts'

const tile = (z: unknown, x: unknown, y: unknown, layer: unknown = 'default') =>
  tileParamsSchema.safeParse({ layer, z, x, y }).success

describe('a tile of the map', () => {
  it('has a zoom from 5 to 18, and lies on the world of that zoom', () => {
    expect([tile('4', '0', '0'), tile('5', '0', '0'), tile('18', '0', '0'), tile('19', '0', '0')]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([tile('5', '31', '31'), tile('5', '32', '0'), tile('5', '0', '32')]).toEqual([true, false, false])
  })

  it.each(['-1', '1.5', 'NaN', 'Infinity', '..', '%2e', '1;2', 'a'])('is counted in whole numbers: %s', (x) => {
    expect([tile('12', x, '0'), tile('12', '0', x), tile(x, '0', '0')]).toEqual([false, false, false])
  })

  it('is of a layer that there is', () => {
    expect([tile('5', '0', '0', 'satellite'), tile('5', '0', '0', '../etc')]).toEqual([true, false])
  })
})

describe('what is searched for', () => {
  it('has three characters at least and 200 at most, whatever blanks are around it', () => {
    const isFit = (q: string) => addressQuerySchema.safeParse({ q }).success
    expect([isFit('  a '), isFit(' San '), isFit('a'.repeat(200)), isFit('a'.repeat(201))]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('is a point of the earth', () => {
    const isFit = (latitude: string, longitude: string) => pointQuerySchema.safeParse({ latitude, longitude }).success
    expect([isFit('-31.4', '-64.18'), isFit('90', '180'), isFit('90.1', '0'), isFit('0', '-180.1')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['', ' ', 'x', 'NaN', '1e999'].filter((degrees) => isFit(degrees, '0'))).toEqual([])
  })
})

describe('the bytes of a tile', () => {
  const of = (...marks: readonly (number | string)[]) =>
    detectTileType(
      Uint8Array.from(
        marks.flatMap((mark) => (typeof mark === 'string' ? [...new TextEncoder().encode(mark)] : [mark])),
      ),
    )

  it('say of which kind they are', () => {
    expect(of(0x89, 'PNG\r\n', 0x1a, '\n')).toBe('image/png')
    expect(of(0xff, 0xd8, 0xff, 0xe0)).toBe('image/jpeg')
    expect(of('RIFF', 0, 0, 0, 0, 'WEBPVP8 ')).toBe('image/webp')
  })

  it('are no tile when they are a page, a drawing or nothing', () => {
    expect([of(), of('<!doctype html>'), of('<svg/>'), of('RIFF', 0, 0, 0, 0, 'WAVE'), of('GIF89a')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
