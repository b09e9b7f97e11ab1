import { encode } from 'uqr'
import { TEXT_COLOUR, type Pen } from './pen.ts'
import type { Tag } from './tags.ts'

/** Upper left corner and side length of a QR code without border, in points. */
type QrPlace = { readonly left: number; readonly top: number; readonly size: number }

/** Draws a QR code of error correction level M. A run of dark modules is one rectangle, so that there are no gaps. */
export function drawQr(pen: Pen, tag: Tag, text: string, { left, top, size }: QrPlace): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
  const module = size / modules
  pen.draw(tag, { x: left, y: top, width: size, height: size }, () => {
    pen.doc.setFillColor(TEXT_COLOUR)
    for (const [y, row] of data.entries())
      for (let x = 0; x < modules; x += 1) {
        const from = x
        while (row[x] === true) x += 1
        if (x > from) pen.doc.rect(left + from * module, top + y * module, (x - from) * module, module, 'F')
      }
  })
}
