import { SIGNATURE_LINE_WIDTH } from '#domain/kernel/index.ts'

/** A point on the pad, CSS pixels from its top left corner. */
export type Point = { readonly x: number; readonly y: number }
export type Stroke = readonly Point[]

/** Ink on paper in every colour scheme: what is stored is what a PDF prints. */
const INK = '#0e1b1c'
const PAPER = '#ffffff'

/** Draws all strokes anew, sharp on a screen with `ratio` device pixels per CSS pixel. A tap is a dot. */
export function paint(canvas: HTMLCanvasElement, strokes: readonly Stroke[], ratio: number): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = PAPER
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.strokeStyle = INK
  context.fillStyle = INK
  context.lineWidth = SIGNATURE_LINE_WIDTH
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const stroke of strokes) paintStroke(context, stroke)
}

function paintStroke(context: CanvasRenderingContext2D, stroke: Stroke): void {
  const [first, ...rest] = stroke
  if (first === undefined) return
  context.beginPath()
  if (rest.length === 0) {
    context.arc(first.x, first.y, SIGNATURE_LINE_WIDTH / 2, 0, Math.PI * 2)
    context.fill()
    return
  }
  context.moveTo(first.x, first.y)
  for (const point of rest) context.lineTo(point.x, point.y)
  context.stroke()
}
