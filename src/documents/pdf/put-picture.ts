import type { Pen } from './pen.ts'
import type { Picture } from './picture.ts'

type Size = { readonly width: number; readonly height: number }

/** Pixels of a screen, as points: a small picture is not blown up to more than that. */
const POINTS_PER_PIXEL = 0.75

/** As large as fits a box, in proportion. @param isWanted takes the box's width even where that makes it larger */
export function boxed(picture: Size, width: number, height: number, isWanted = false): Size {
  const own = isWanted ? Infinity : POINTS_PER_PIXEL
  const scale = Math.min(width / picture.width, height / picture.height, own)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** @returns false when it turned out to be no picture; then nothing was drawn */
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
