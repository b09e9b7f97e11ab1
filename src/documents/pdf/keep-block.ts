import { encode } from 'uqr'
import type { PaperKeep } from '#domain/paper/index.ts'
import type { Sizes } from './drawing.ts'
import type { Block } from './flow.ts'
import { INK, SOFT, type Frame, type Pen, type Style } from './pen.ts'

/** Points: 22 mm, which a phone's camera reads from a hand's length. */
const QR_SIZE = 62
const GAP = 12

/** The code to keep, large, beside a QR code of the address where its record is looked up. */
export function keepBlock(pen: Pen, frame: Frame, keep: PaperKeep, hint: string, sizes: Sizes): Block {
  const qr = keep.address === '' ? 0 : QR_SIZE
  const left = frame.left + (qr === 0 ? 0 : qr + GAP)
  const width = frame.width - (left - frame.left)
  const soft: Style = { size: sizes.small, colour: SOFT }
  const large: Style = { size: sizes.answer + 3, weight: 'bold' }
  const written = [
    ...pen.lines(keep.name, width, soft).map((line) => [line, soft] as const),
    ...pen.lines(keep.value, width, large).map((line) => [line, large] as const),
    ...pen.lines(hint, width, soft).map((line) => [line, soft] as const),
  ]
  const tall = written.reduce((sum, [, style]) => sum + pen.lineHeight(style), 0)
  return {
    height: Math.max(qr, tall),
    above: 10,
    draw: (top) => {
      if (qr > 0) drawQr(pen, keep.address, frame.left, frame.top + top)
      let y = frame.top + top
      for (const [line, style] of written) {
        pen.write(line, left, y, style)
        y += pen.lineHeight(style)
      }
    },
  }
}

/** Runs of dark squares as rectangles, so that no seams show between them; it can be tapped, too. */
function drawQr({ doc }: Pen, address: string, left: number, top: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const square = QR_SIZE / size
  doc.setFillColor(INK)
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      const from = x
      while (row[x] === true) x += 1
      if (x > from) doc.rect(left + from * square, top + y * square, (x - from) * square, square, 'F')
    }
  doc.link(left, top, QR_SIZE, QR_SIZE, { url: address })
}
