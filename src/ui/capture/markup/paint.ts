import {
  computeMarkBox,
  MARK_COLOURS,
  type MarkColour,
  isVisibleMark,
  getLongestSide,
  type PhotoMark,
  type PicturePoint,
  type PictureSize,
} from './marks.ts'

/**
 * Maximum tiles along the longer side of a blurred area. Too few to recognise a face, or the characters of a number
 * plate.
 */
const MAX_SQUARES = 5
/** Number of shades per colour. Rounding prevents guessing letters of a known typeface from averages. */
const SHADES = 6

/**
 * Replaces a rectangle of pixels (RGBA) in place with at most 25 tiles, each with the rounded mean of its pixels. No
 * detail can be recovered, unlike from a soft blur, which mixes pixels and can be reversed.
 */
export function pixelate(data: Uint8ClampedArray, width: number, height: number): void {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / MAX_SQUARES))
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const square = { left, top, right: Math.min(width, left + side), bottom: Math.min(height, top + side) }
      fillSquare(data, width, square, computeMeanColour(data, width, square))
    }
  }
}

type Square = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
type Rgb = readonly [red: number, green: number, blue: number]

function computeMeanColour(data: Uint8ClampedArray, width: number, { left, top, right, bottom }: Square): Rgb {
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const index = (y * width + x) * 4
      red += data[index] ?? 0
      green += data[index + 1] ?? 0
      blue += data[index + 2] ?? 0
    }
  }
  const pixels = (right - left) * (bottom - top)
  return [roundShade(red / pixels), roundShade(green / pixels), roundShade(blue / pixels)]
}

function fillSquare(data: Uint8ClampedArray, width: number, square: Square, [red, green, blue]: Rgb): void {
  const [colour = 0] = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)
  // Writes 32-bit pixels, as the preview has to be fast enough to follow a finger.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  for (let y = square.top; y < square.bottom; y += 1)
    pixels.fill(colour, y * width + square.left, y * width + square.right)
}

function roundShade(value: number): number {
  const step = 255 / (SHADES - 1)
  return Math.round(Math.round(value / step) * step)
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
/** An open photo: its pixels, and a function that releases them. */
export type Photo = PictureSize & { readonly source: CanvasImageSource; readonly close: () => void }

/** JPEG quality, equal to that of new photos. */
const JPEG_QUALITY = 0.85
/** Fractions of the picture's longest side: line width, and width of the edge around lines. */
const LINE = 0.007
const EDGE = 0.004
const DARK = '#0e1b1c'
const FACE = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"

/** Opens a photo. Rejects if the bytes are not a picture. */
export async function openPhoto(picture: Blob): Promise<Photo> {
  const source = await createImageBitmap(picture)
  return { width: source.width, height: source.height, source, close: () => source.close() }
}

/** Paints the final picture. Blur is applied before other marks are drawn, so that it does not change them. */
export function paintMarks(context: Context, photo: Photo, marks: readonly PhotoMark[]): void {
  context.drawImage(photo.source, 0, 0)
  for (const mark of marks) if (mark.kind === 'blur') blurMark(context, mark, photo)
  for (const mark of marks) if (mark.kind !== 'blur' && isVisibleMark(mark)) drawMark(context, mark, photo)
}

/** @returns the marked picture, newly encoded and without the photo's metadata */
export async function renderMarkedPhoto(photo: Photo, marks: readonly PhotoMark[], type: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = photo.width
  canvas.height = photo.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  paintMarks(context, photo, marks)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The canvas gave no picture')) : resolve(blob)),
      type,
      JPEG_QUALITY,
    )
  })
}

function blurMark(context: Context, mark: PhotoMark, photo: Photo): void {
  const { x, y, width, height } = computeMarkBox(mark, photo)
  if (width < 1 || height < 1) return
  const pixels = context.getImageData(x, y, width, height)
  pixelate(pixels.data, width, height)
  context.putImageData(pixels, x, y)
}

function drawMark(context: Context, mark: Exclude<PhotoMark, { kind: 'blur' }>, photo: Photo): void {
  const side = getLongestSide(photo)
  const line = side * LINE
  context.save()
  context.lineJoin = 'round'
  context.lineCap = 'round'
  if (mark.kind === 'text') drawText(context, mark, side)
  else {
    const path = mark.kind === 'arrow' ? buildArrowPath(mark.from, mark.to, line) : buildEllipsePath(mark.from, mark.to)
    context.strokeStyle = pickEdgeColour(mark.colour)
    context.lineWidth = line + 2 * side * EDGE
    context.stroke(path)
    context.strokeStyle = MARK_COLOURS[mark.colour]
    context.lineWidth = line
    context.stroke(path)
  }
  context.restore()
}

function drawText(context: Context, mark: Extract<PhotoMark, { kind: 'text' }>, side: number): void {
  const height = mark.to.y - mark.from.y
  context.font = `700 ${height}px ${FACE}`
  context.textBaseline = 'top'
  context.strokeStyle = pickEdgeColour(mark.colour)
  context.lineWidth = Math.max(side * EDGE * 2, height / 6)
  context.strokeText(mark.text, mark.from.x, mark.from.y)
  context.fillStyle = MARK_COLOURS[mark.colour]
  context.fillText(mark.text, mark.from.x, mark.from.y)
}

function pickEdgeColour(colour: MarkColour): string {
  return colour === 'yellow' || colour === 'white' ? DARK : '#ffffff'
}

function buildArrowPath(from: PicturePoint, to: PicturePoint, line: number): Path2D {
  const path = new Path2D()
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const head = Math.min(line * 5, length * 0.6)
  const direction = Math.atan2(to.y - from.y, to.x - from.x)
  path.moveTo(from.x, from.y)
  path.lineTo(to.x, to.y)
  for (const turn of [-0.5, 0.5]) {
    path.moveTo(to.x, to.y)
    path.lineTo(to.x - head * Math.cos(direction + turn), to.y - head * Math.sin(direction + turn))
  }
  return path
}

function buildEllipsePath(from: PicturePoint, to: PicturePoint): Path2D {
  const path = new Path2D()
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  path.ellipse(x, y, Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2, 0, 0, 2 * Math.PI)
  return path
}
