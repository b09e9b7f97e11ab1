import type { Pen } from './pen.ts'
import type { Picture } from './picture.ts'
import type { PageArea, Tag } from './tags.ts'

type Size = { readonly width: number; readonly height: number }

/** Maximum points per pixel, so that a small picture is not enlarged. */
const POINTS_PER_PIXEL = 0.75

/**
 * Returns the size at which a picture fits into a box, in proportion.
 * @param isWanted also enlarges a small picture to fill the box
 */
export function fitInBox(picture: Size, width: number, height: number, isWanted = false): Size {
  const own = isWanted ? Infinity : POINTS_PER_PIXEL
  const scale = Math.min(width / picture.width, height / picture.height, own)
  return { width: picture.width * scale, height: picture.height * scale }
}

/**
 * Draws a picture.
 * @param tag null: decoration
 * @returns false for an invalid picture, which is not drawn
 */
export function drawPicture(pen: Pen, tag: Tag | null, { bytes, type }: Picture, area: PageArea): boolean {
  const { x, y, width, height } = area
  try {
    pen.draw(tag, area, () =>
      pen.doc.addImage(bytes, type === 'image/png' ? 'PNG' : 'JPEG', x, y, width, height, undefined, 'FAST'),
    )
    return true
  } catch {
    return false
  }
}
