/**
 * Maximum tiles along the longer side of a blurred area. Too few to recognize a face, or the characters of a number
 * plate.
 */
const MAX_SQUARES = 5
/** Number of shades per colour. Rounding prevents guessing letters of a known typeface from averages. */
const SHADES = 6

/**
 * Replaces a rectangle of pixels (RGBA) in place with at most 25 tiles, each with the rounded mean of its pixels. No
 * detail can be recovered, unlike from a soft blur, which mixes pixels and can be reversed.
 */
export function pixelate(data: Uint8ClampedArray, width: number, height: number): void {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / MAX_SQUARES))
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const square = { left, top, right: Math.min(width, left + side), bottom: Math.min(height, top + side) }
      fillSquare(data, width, square, computeMeanColour(data, width, square))
    }
  }
}

type Square = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
type Rgb = readonly [red: number, green: number, blue: number]

function computeMeanColour(data: Uint8ClampedArray, width: number, { left, top, right, bottom }: Square): Rgb {
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4
      red += data[at] ?? 0
      green += data[at + 1] ?? 0
      blue += data[at + 2] ?? 0
    }
  }
  const pixels = (right - left) * (bottom - top)
  return [roundShade(red / pixels), roundShade(green / pixels), roundShade(blue / pixels)]
}

function fillSquare(data: Uint8ClampedArray, width: number, square: Square, [red, green, blue]: Rgb): void {
  const [colour = 0] = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)
  // Writes 32-bit pixels, as the preview has to be fast enough to follow a finger.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  for (let y = square.top; y < square.bottom; y += 1)
    pixels.fill(colour, y * width + square.left, y * width + square.right)
}

function roundShade(value: number): number {
  const step = 255 / (SHADES - 1)
  return Math.round(Math.round(value / step) * step)
}
