/** Tiles along the longer side of what is blurred: fewer than a face has features, or a number plate has signs. */
const MOST_SQUARES = 5
/** Each colour is one of so many shades: what an average betrays of a known typeface is lost in the rounding. */
const SHADES = 6

/**
 * Tiles of one colour from a rectangle of pixels (RGBA), in place. Only each tile's rounded mean is left, 25
 * colours at most at any size: nothing finer can be reckoned back. A soft blur could be: it keeps every pixel, mixed.
 */
export function pixelate(data: Uint8ClampedArray, width: number, height: number): void {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / MOST_SQUARES))
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const square = { left, top, right: Math.min(width, left + side), bottom: Math.min(height, top + side) }
      fill(data, width, square, meanOf(data, width, square))
    }
  }
}

type Square = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
type Rgb = readonly [red: number, green: number, blue: number]

function meanOf(data: Uint8ClampedArray, width: number, { left, top, right, bottom }: Square): Rgb {
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
  return [rounded(red / pixels), rounded(green / pixels), rounded(blue / pixels)]
}

function fill(data: Uint8ClampedArray, width: number, square: Square, [red, green, blue]: Rgb): void {
  const [colour = 0] = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)
  // A pixel at a time: what is under a finger has to follow it.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  for (let y = square.top; y < square.bottom; y += 1)
    pixels.fill(colour, y * width + square.left, y * width + square.right)
}

function rounded(value: number): number {
  const step = 255 / (SHADES - 1)
  return Math.round(Math.round(value / step) * step)
}
