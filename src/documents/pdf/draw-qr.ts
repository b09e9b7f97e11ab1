import { encode } from 'uqr'
import { INK, type Pen } from './pen.ts'

/** The upper left corner of a QR code, and its side length without border. Points. */
type QrPlace = { readonly left: number; readonly top: number; readonly size: number }

/** Draws a QR code of level M. Runs of dark modules are single rectangles, which avoids gaps. */
export function drawQr({ doc }: Pen, text: string, { left, top, size }: QrPlace): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
  const module = size / modules
  doc.setFillColor(INK)
  for (const [y, row] of data.entries())
    for (let x = 0; x < modules; x += 1) {
      const from = x
      while (row[x] === true) x += 1
      if (x > from) doc.rect(left + from * module, top + y * module, (x - from) * module, module, 'F')
    }
}
