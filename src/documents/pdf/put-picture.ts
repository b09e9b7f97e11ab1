import type { Pen } from './pen.ts'
import type { Picture } from './picture.ts'

type Size = { readonly width: number; readonly height: number }

/** Points per pixel: a small picture is not enlarged beyond this. */
const POINTS_PER_PIXEL = 0.75

/**
 * Scales a picture to fit a box, in proportion.
 * @param isWanted fills the box's width even if that enlarges the picture
 */
export function boxed(picture: Size, width: number, height: number, isWanted = false): Size {
  const own = isWanted ? Infinity : POINTS_PER_PIXEL
  const scale = Math.min(width / picture.width, height / picture.height, own)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** @returns false when the bytes are no valid picture; then nothing is drawn */
export function putPicture(
  { doc }: Pen,
  { bytes, type }: Picture,
  { x, y, width, height }: { readonly x: number; readonly y: number } & Size,
): boolean {
  try {
    doc.addImage(bytes, type === 'image/png' ? 'PNG' : 'JPEG', x, y, width, height, undefined, 'FAST')
    return true
  } catch {
    return false
  }
}
