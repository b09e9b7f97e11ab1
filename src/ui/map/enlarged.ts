import type { TilePart } from '#domain/maps/index.ts'

/** Pixels of a tile's side, as maps on the web have them. */
const SIDE = 256

/** A part of a tile, as large as a whole one: blurred, and better than nothing. Rejects for what is no image. */
export async function enlarged(image: Blob, { x, y, side }: TilePart): Promise<Blob> {
  const whole = await createImageBitmap(image)
  const canvas = new OffscreenCanvas(SIDE, SIDE)
  const { width, height } = whole
  canvas.getContext('2d')?.drawImage(whole, x * width, y * height, side * width, side * height, 0, 0, SIDE, SIDE)
  whole.close()
  return canvas.convertToBlob()
}
