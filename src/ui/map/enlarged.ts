import type { TilePart } from '#domain/maps/index.ts'

/** Side length of a map tile in pixels. */
const TILE_SIDE = 256

/**
 * Enlarges a part of a tile to a whole tile, which is blurred, but better than an empty tile. Rejects if the bytes are
 * not an image.
 */
export async function enlargeTile(image: Blob, { x, y, side }: TilePart): Promise<Blob> {
  const whole = await createImageBitmap(image)
  const canvas = new OffscreenCanvas(TILE_SIDE, TILE_SIDE)
  const { width, height } = whole
  canvas
    .getContext('2d')
    ?.drawImage(whole, x * width, y * height, side * width, side * height, 0, 0, TILE_SIDE, TILE_SIDE)
  whole.close()
  return canvas.convertToBlob()
}
