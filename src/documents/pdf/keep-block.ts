import type { PaperKeep } from '#domain/paper/index.ts'
import { drawQr } from './draw-qr.ts'
import type { Sizes } from './drawing.ts'
import type { Block } from './flow.ts'
import { SOFT, type Frame, type Pen, type Style } from './pen.ts'

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
      if (qr > 0) {
        drawQr(pen, keep.address, frame.left, frame.top + top, QR_SIZE)
        // It can be tapped, too.
        pen.doc.link(frame.left, frame.top + top, QR_SIZE, QR_SIZE, { url: keep.address })
      }
      let y = frame.top + top
      for (const [line, style] of written) {
        pen.write(line, left, y, style)
        y += pen.lineHeight(style)
      }
    },
  }
}
