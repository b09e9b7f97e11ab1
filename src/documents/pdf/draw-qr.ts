import { encode } from 'uqr'
import { INK, type Pen } from './pen.ts'

/**
 * Draws a QR code of level M. Runs of dark modules are single rectangles, which avoids gaps.
 * @param size side length without border, in points
 */
export function drawQr({ doc }: Pen, text: string, left: number, top: number, size: number): void {
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
