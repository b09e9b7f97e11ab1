import type { PdfContent, PdfLogo } from '#domain/paper/index.ts'
import { subtitleSize, type LoadPicture, type Sizes } from './drawing.ts'
import type { Block } from './flow.ts'
import { ACCENT, SOFT, textBlocks, type Style, type Canvas } from './pen.ts'
import { fitInBox, putPicture } from './put-picture.ts'

const MM = 72 / 25.4
const BANNER_HEIGHT = 32 * MM
const LOGO_HEIGHT = 22 * MM
const GAP = 10

/** Returns the form's image, logo, municipality, title and description. */
export async function letterheadBlocks(
  canvas: Canvas,
  paper: PdfContent,
  sizes: Sizes,
  pictures: LoadPicture,
): Promise<readonly Block[]> {
  const { pen, frame } = canvas
  const { banner, letterhead, title, description } = paper
  const picture = banner === null ? null : await pictures(banner, frame.width)
  const blocks: Block[] = []
  if (picture !== null) {
    const size = fitInBox(picture, frame.width, BANNER_HEIGHT)
    const left = frame.left + (frame.width - size.width) / 2
    blocks.push({
      height: size.height + 8,
      isGlued: true,
      // Omits a broken image, because it is only decoration.
      draw: (top) => void putPicture(pen, picture, { x: left, y: frame.top + top, ...size }),
    })
  }
  if (letterhead.logo !== null) blocks.push(...(await logoBlocks(canvas, letterhead.logo, pictures)))
  const municipality: Style = { size: sizes.municipality, weight: 'bold' }
  blocks.push(...textBlocks(canvas, letterhead.municipality, municipality, { isGlued: true }))
  if (letterhead.information !== '')
    blocks.push(
      ...textBlocks(
        canvas,
        letterhead.information,
        { size: sizes.information, colour: SOFT },
        { above: 1, isGlued: true },
      ),
    )
  blocks.push({
    height: 6,
    above: 5,
    isGlued: true,
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, ACCENT, 1.5),
  })
  blocks.push(...textBlocks(canvas, title, { size: sizes.formTitle, weight: 'bold' }, { above: 5 }))
  if (description !== '')
    blocks.push(...textBlocks(canvas, description, { size: subtitleSize(sizes.formTitle), colour: SOFT }, { above: 3 }))
  return blocks
}

/** Returns a logo with its text beside it, at the position that the form sets. */
async function logoBlocks(
  canvas: Canvas,
  { image, text, location, width, height }: PdfLogo,
  pictures: LoadPicture,
): Promise<readonly Block[]> {
  const { pen, frame } = canvas
  const style: Style = { size: 10 }
  const picture = await pictures(image, width === undefined ? frame.width / 2 : Math.min(width * MM, frame.width))
  const most = {
    width: Math.min(width === undefined ? frame.width / 2 : width * MM, frame.width),
    height: (height ?? 0) * MM || LOGO_HEIGHT,
  }
  const size =
    picture === null ? { width: 0, height: 0 } : fitInBox(picture, most.width, most.height, width !== undefined)
  const gap = picture === null || text === '' ? 0 : GAP
  const room = frame.width - size.width - gap
  // With too little space beside the logo, the text is below it.
  const isBeside = room >= frame.width / 3
  const lines = text === '' ? [] : pen.lines(text, isBeside ? room : frame.width, style)
  const wide = Math.max(0, ...lines.map((line) => pen.width(line, style)))
  const lineHeight = pen.lineHeight(style)
  const textHeight = lines.length * lineHeight
  const whole = isBeside ? size.width + gap + wide : Math.max(size.width, wide)
  const share = { 'flex-start': 0, center: 0.5, 'flex-end': 1 }[location]
  const left = frame.left + (frame.width - whole) * share
  const tall = isBeside ? Math.max(size.height, textHeight) : size.height + textHeight
  if (tall === 0) return []
  return [
    {
      height: tall + 8,
      isGlued: true,
      draw: (top) => {
        const y = frame.top + top
        const logoTop = isBeside ? y + (tall - size.height) / 2 : y
        if (picture !== null) putPicture(pen, picture, { x: left, y: logoTop, ...size })
        const textLeft = isBeside ? left + size.width + gap : left
        const textTop = isBeside ? y + (tall - textHeight) / 2 : y + size.height
        for (const [index, line] of lines.entries()) pen.write(line, textLeft, textTop + index * lineHeight, style)
      },
    },
  ]
}
