/** A point in pixels from the upper left corner of the picture. */
export type PicturePoint = { readonly x: number; readonly y: number }
export type PictureSize = { readonly width: number; readonly height: number }

export const MARK_TOOLS = ['arrow', 'circle', 'text', 'blur'] as const
export type MarkTool = (typeof MARK_TOOLS)[number]

/** Colours of marks. Light colours have a dark edge and dark colours a light edge, to be visible on any photo. */
export const MARK_COLOURS = { yellow: '#ffd400', red: '#d7141a', white: '#ffffff', blue: '#0b5cff' } as const
export type MarkColour = keyof typeof MARK_COLOURS

/** A shape between two points. A text starts at the first point; the second one sets its height. */
type ShapeEnds = { readonly from: PicturePoint; readonly to: PicturePoint }
export type PhotoMark =
  | (ShapeEnds & { readonly kind: 'arrow' | 'circle'; readonly colour: MarkColour })
  | (ShapeEnds & { readonly kind: 'text'; readonly colour: MarkColour; readonly text: string })
  | (ShapeEnds & { readonly kind: 'blur' })

/** Maximum characters of a text on a picture. */
export const MAX_MARK_TEXT_LENGTH = 60
/** Fractions of the picture's longest side: size of a mark created by a tap, text height, minimum size. */
const FIRST_SIZE = 0.3
const TEXT_HEIGHT = 0.06
const MIN_SIZE = 0.02

/** @returns a new mark at a point, in its initial size */
export function createMark(tool: MarkTool, tapped: PicturePoint, colour: MarkColour, picture: PictureSize): PhotoMark {
  const point = clampPoint(tapped, picture)
  const side = getLongestSide(picture)
  const half = (side * FIRST_SIZE) / 2
  const from = clampPoint({ x: point.x - half, y: point.y - half / 2 }, picture)
  const to = clampPoint({ x: point.x + half, y: point.y + half / 2 }, picture)
  switch (tool) {
    // The arrow points at the tapped place, from a side with enough space.
    case 'arrow': {
      const start = {
        x: point.x < half ? point.x + half : point.x - half,
        y: point.y + half > picture.height ? point.y - half : point.y + half,
      }
      return { kind: tool, colour, from: clampPoint(start, picture), to: point }
    }
    case 'circle':
      return { kind: tool, colour, from, to }
    case 'text': {
      return { kind: tool, colour, text: '', from: point, to: { x: point.x, y: point.y + side * TEXT_HEIGHT } }
    }
    case 'blur':
      return { kind: tool, from, to }
  }
}

/** @returns the mark, drawn from the start of the drag to its current point; a text is moved instead */
export function dragMark(mark: PhotoMark, start: PicturePoint, now: PicturePoint, picture: PictureSize): PhotoMark {
  if (mark.kind === 'text') return moveMark(mark, { x: now.x - mark.from.x, y: now.y - mark.from.y }, picture)
  return { ...mark, from: clampPoint(start, picture), to: clampPoint(now, picture) }
}

/** @returns the moved mark, whose centre does not leave the picture */
export function moveMark<M extends PhotoMark>(mark: M, by: PicturePoint, picture: PictureSize): M {
  const middle = computeMarkMiddle(mark)
  const target = clampPoint({ x: middle.x + by.x, y: middle.y + by.y }, picture)
  const step = { x: target.x - middle.x, y: target.y - middle.y }
  return { ...mark, from: addPoints(mark.from, step), to: addPoints(mark.to, step) }
}

/** @returns the resized mark, which is never smaller than the minimum */
export function resizeMark<M extends PhotoMark>(mark: M, by: PicturePoint, picture: PictureSize): M {
  const min = getLongestSide(picture) * MIN_SIZE
  if (mark.kind === 'text') {
    const height = Math.min(getLongestSide(picture) / 4, Math.max(min, mark.to.y - mark.from.y + by.y))
    return { ...mark, to: { x: mark.from.x, y: mark.from.y + height } }
  }
  const to = clampPoint(addPoints(mark.to, by), picture)
  return Math.max(Math.abs(to.x - mark.from.x), Math.abs(to.y - mark.from.y)) < min ? mark : { ...mark, to }
}

/** @returns whether the mark is visible, which an empty text is not */
export function isVisibleMark(mark: PhotoMark): boolean {
  return mark.kind !== 'text' || mark.text.trim() !== ''
}

export function computeMarkMiddle({ from, to }: ShapeEnds): PicturePoint {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
}

export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** @returns the whole pixels that a mark covers, within the picture */
export function computeMarkBox({ from, to }: ShapeEnds, picture: PictureSize): Rectangle {
  const x = Math.max(0, Math.floor(Math.min(from.x, to.x)))
  const y = Math.max(0, Math.floor(Math.min(from.y, to.y)))
  return {
    x,
    y,
    width: Math.min(picture.width, Math.ceil(Math.max(from.x, to.x))) - x,
    height: Math.min(picture.height, Math.ceil(Math.max(from.y, to.y))) - y,
  }
}

export function getLongestSide({ width, height }: PictureSize): number {
  return Math.max(width, height)
}

function clampPoint({ x, y }: PicturePoint, { width, height }: PictureSize): PicturePoint {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}

function addPoints(a: PicturePoint, b: PicturePoint): PicturePoint {
  return { x: a.x + b.x, y: a.y + b.y }
}
