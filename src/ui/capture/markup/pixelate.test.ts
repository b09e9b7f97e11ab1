import { describe, expect, it } from 'vitest'
import { pixelate } from './paint.ts'

const WIDTH = 100
const HEIGHT = 60
/** Detail as fine as a number plate's: black and white, pixel by pixel. */
const plate = (shift: number) =>
  Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => {
    const isAlpha = at % 4 === 3
    const isWhite = (Math.floor(at / 4) + shift) % 2 === 0
    return isAlpha || isWhite ? 255 : 0
  })
const coloursOf = (data: Uint8ClampedArray) => new Set(new Uint32Array(data.buffer))

describe('what is blurred', () => {
  it('is the same for two pictures that differ only within its blocks: neither can be recognised from it', () => {
    const [one, other] = [plate(0), plate(1)]
    expect(one).not.toEqual(other)
    pixelate(one, WIDTH, HEIGHT)
    pixelate(other, WIDTH, HEIGHT)
    expect(one).toEqual(other)
  })

  it('is the same for brightnesses that are close: an average betrays no typeface', () => {
    const flat = (value: number) => new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(value)
    const [one, other] = [flat(150), flat(158)]
    pixelate(one, WIDTH, HEIGHT)
    pixelate(other, WIDTH, HEIGHT)
    expect(one.slice(0, 3)).toEqual(other.slice(0, 3))
  })

  it.each([
    [WIDTH, HEIGHT],
    [7, 400],
    [2048, 1536],
    [3, 3],
    [1, 1],
  ])('has 25 colours at most, whatever its size: %i by %i', (width, height) => {
    const data = new Uint8ClampedArray(width * height * 4).map((_, at) => (at * 7919) % 256)
    pixelate(data, width, height)
    expect(coloursOf(data).size).toBeLessThanOrEqual(25)
  })

  it('shows nothing through: what was clear is not any more', () => {
    const data = new Uint8ClampedArray(16)
    pixelate(data, 2, 2)
    expect([...data]).toEqual([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
  })
})
