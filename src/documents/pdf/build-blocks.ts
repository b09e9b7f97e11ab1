import type { PdfContent, PdfSection, PdfLookupCode, PdfLogo, PdfSignature } from '#domain/pdf/index.ts'
import { drawQr } from './draw-qr.ts'
import {
  pickFontSizes,
  computeSubtitleSize,
  type DrawingContext,
  type PdfFontSizes,
  type LoadPicture,
} from './drawing.ts'
import { buildFactBlocks } from './fact-blocks.ts'
import type { Block } from './flow.ts'
import { ACCENT_COLOUR, MUTED_COLOUR, STRONG_LINE_COLOUR, buildTextBlocks, type Style, type Canvas } from './pen.ts'
import type { Picture } from './picture.ts'
import { toOneLine } from './plain-text.ts'
import { fitInBox, drawPicture } from './put-picture.ts'
import { buildQuestionBlocks } from './question-blocks.ts'

const MM = 72 / 25.4
const SIGNATURE_HEIGHT = 24 * MM
const SIGNATURE_GAP = 24

/** Returns signatures, each above a line with name and title, in two columns unless the page is narrow. */
async function signatureBlocks(
  canvas: Canvas,
  { signatures, texts, isPortable }: PdfContent,
  sizes: PdfFontSizes,
  pictures: LoadPicture,
): Promise<readonly Block[]> {
  const { pen, frame } = canvas
  const columns = isPortable ? 1 : 2
  const width = (frame.width - SIGNATURE_GAP * (columns - 1)) / columns
  const name: Style = { size: 10, weight: 'bold' }
  const title: Style = { size: sizes.small + 1, colour: MUTED_COLOUR }
  const cells: Cell[] = []
  for (const signature of signatures)
    cells.push({
      signature,
      picture: signature.image === null ? null : await pictures(signature.image, width),
      names: signature.name === '' ? [] : pen.lines(signature.name, width, name),
      titles: signature.title === '' ? [] : pen.lines(signature.title, width, title),
      notes: signature.note === '' ? [] : pen.lines(signature.note, width, title),
    })
  const draw = ({ signature, picture, names, titles, notes }: Cell, x: number, top: number): void => {
    const size = picture === null ? null : fitInBox(picture, width, SIGNATURE_HEIGHT)
    const isDrawn =
      picture !== null &&
      size !== null &&
      drawPicture(pen, picture, { x, y: top + SIGNATURE_HEIGHT - size.height, ...size })
    if (!isDrawn) {
      const missing = signature.image === null ? texts.notSigned : texts.photoMissing
      pen.write(pen.lines(missing, width, title)[0] ?? '', x, top + SIGNATURE_HEIGHT - pen.lineHeight(title) - 2, title)
    }
    pen.rule({ x, y: top + SIGNATURE_HEIGHT + 2, width }, STRONG_LINE_COLOUR, 0.6)
    let y = top + SIGNATURE_HEIGHT + 5
    for (const [lines, style] of [
      [names, name],
      [titles, title],
      [notes, title],
    ] as const)
      for (const line of lines) {
        pen.write(line, x, y, style)
        y += pen.lineHeight(style)
      }
  }
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  )
  return rows.map((row) => ({
    height:
      SIGNATURE_HEIGHT +
      5 +
      Math.max(
        ...row.map(
          ({ names, titles, notes }) =>
            names.length * pen.lineHeight(name) + (titles.length + notes.length) * pen.lineHeight(title),
        ),
      ),
    above: 10,
    draw: (top) =>
      row.forEach((cell, column) => draw(cell, frame.left + column * (width + SIGNATURE_GAP), frame.top + top)),
  }))
}

type Cell = {
  readonly signature: PdfSignature
  readonly picture: Picture | null
  readonly names: readonly string[]
  readonly titles: readonly string[]
  readonly notes: readonly string[]
}

const BANNER_HEIGHT = 32 * MM
const LOGO_HEIGHT = 22 * MM
const LETTERHEAD_GAP = 10

/** Returns the form's image, logo, municipality, title and description. */
async function letterheadBlocks(
  canvas: Canvas,
  content: PdfContent,
  sizes: PdfFontSizes,
  pictures: LoadPicture,
): Promise<readonly Block[]> {
  const { pen, frame } = canvas
  const { banner, letterhead, title, description } = content
  const picture = banner === null ? null : await pictures(banner, frame.width)
  const blocks: Block[] = []
  if (picture !== null) {
    const size = fitInBox(picture, frame.width, BANNER_HEIGHT)
    const left = frame.left + (frame.width - size.width) / 2
    blocks.push({
      height: size.height + 8,
      isGlued: true,
      // Omits a broken image, because it is only decoration.
      draw: (top) => void drawPicture(pen, picture, { x: left, y: frame.top + top, ...size }),
    })
  }
  if (letterhead.logo !== null) blocks.push(...(await logoBlocks(canvas, letterhead.logo, pictures)))
  const municipality: Style = { size: sizes.municipality, weight: 'bold' }
  blocks.push(...buildTextBlocks(canvas, letterhead.municipality, municipality, { isGlued: true }))
  if (letterhead.information !== '')
    blocks.push(
      ...buildTextBlocks(
        canvas,
        letterhead.information,
        { size: sizes.information, colour: MUTED_COLOUR },
        { above: 1, isGlued: true },
      ),
    )
  blocks.push({
    height: 6,
    above: 5,
    isGlued: true,
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, ACCENT_COLOUR, 1.5),
  })
  blocks.push(...buildTextBlocks(canvas, title, { size: sizes.formTitle, weight: 'bold' }, { above: 5 }))
  if (description !== '')
    blocks.push(
      ...buildTextBlocks(
        canvas,
        description,
        { size: computeSubtitleSize(sizes.formTitle), colour: MUTED_COLOUR },
        { above: 3 },
      ),
    )
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
  const gap = picture === null || text === '' ? 0 : LETTERHEAD_GAP
  const space = frame.width - size.width - gap
  // With too little space beside the logo, the text is below it.
  const isBeside = space >= frame.width / 3
  const lines = text === '' ? [] : pen.lines(text, isBeside ? space : frame.width, style)
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
        if (picture !== null) drawPicture(pen, picture, { x: left, y: logoTop, ...size })
        const textLeft = isBeside ? left + size.width + gap : left
        const textTop = isBeside ? y + (tall - textHeight) / 2 : y + size.height
        for (const [index, line] of lines.entries()) pen.write(line, textLeft, textTop + index * lineHeight, style)
      },
    },
  ]
}

/** Side length in points (22 mm); a phone camera reads the code from a hand's length. */
const QR_SIZE = 62
const GAP = 12

/** Returns the answer's code in large type, next to a QR code of the address where citizens look it up. */
function keepBlock(canvas: Canvas, keep: PdfLookupCode, hint: string, sizes: PdfFontSizes): Block {
  const { pen, frame } = canvas
  const qr = keep.address === '' ? 0 : QR_SIZE
  const left = frame.left + (qr === 0 ? 0 : qr + GAP)
  const width = frame.width - (left - frame.left)
  const soft: Style = { size: sizes.small, colour: MUTED_COLOUR }
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
        drawQr(pen, keep.address, { left: frame.left, top: frame.top + top, size: QR_SIZE })
        // Makes the QR code a link in the PDF.
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

/** Returns all blocks of a document. */
export async function buildBlocks(
  canvas: Canvas,
  content: PdfContent,
  drawing: DrawingContext,
): Promise<readonly Block[]> {
  const { pen } = canvas
  const sizes = pickFontSizes(content)
  const soft: Style = { size: sizes.small, colour: MUTED_COLOUR }
  const blocks: Block[] = [
    ...(await letterheadBlocks(canvas, content, sizes, drawing.pictures)),
    ...buildFactBlocks(canvas, content.facts, sizes, { above: 12, isNarrow: content.isPortable }),
    ...(content.keep === null ? [] : [keepBlock(canvas, content.keep, content.texts.keepIt, sizes)]),
    ...(content.text === ''
      ? []
      : buildTextBlocks(canvas, content.text, { size: sizes.answer }, { above: 16, tag: content.textTag })),
    ...content.notes.flatMap((note) => buildTextBlocks(canvas, note, { ...soft, size: sizes.small + 1 }, { above: 6 })),
    ...content.subjects.flatMap(({ title, facts }) => [
      ...titleBlocks(canvas, title, sizes),
      ...buildFactBlocks(canvas, facts, sizes, { above: 6, isNarrow: content.isPortable }),
    ]),
  ]
  for (const section of content.sections) blocks.push(...(await sectionBlocks(canvas, content, section, drawing)))
  if (content.signatures.length > 0) {
    blocks.push(...titleBlocks(canvas, content.texts.signatures, sizes))
    blocks.push(...(await signatureBlocks(canvas, content, sizes, drawing.pictures)))
  }
  if (pen.fonts.lacks) blocks.push(...buildTextBlocks(canvas, content.texts.lackingCharacters, soft, { above: 16 }))
  return blocks
}

/** Returns a line with a title below. */
function titleBlocks(canvas: Canvas, title: string, sizes: PdfFontSizes): readonly Block[] {
  const { pen, frame } = canvas
  const line: Block = {
    height: 7,
    above: sizes.betweenSections,
    isGlued: true,
    heading: toOneLine(title),
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, STRONG_LINE_COLOUR, 0.6),
  }
  const style: Style = { size: sizes.sectionTitle, weight: 'bold', colour: ACCENT_COLOUR }
  return [line, ...buildTextBlocks(canvas, title, style, { isGlued: true })]
}

async function sectionBlocks(
  canvas: Canvas,
  content: PdfContent,
  { title, area, description, groups, note }: PdfSection,
  drawing: DrawingContext,
): Promise<readonly Block[]> {
  const sizes = pickFontSizes(content)
  const soft: Style = { size: computeSubtitleSize(sizes.sectionTitle), colour: MUTED_COLOUR }
  const blocks: Block[] = [...titleBlocks(canvas, title, sizes)]
  for (const text of [area, description])
    if (text !== '') blocks.push(...buildTextBlocks(canvas, text, soft, { above: 2, isGlued: true }))
  if (note !== '') blocks.push(...buildTextBlocks(canvas, note, soft, { above: 6 }))
  for (const group of groups) {
    if (group.title !== '') {
      const style: Style = { size: sizes.answer, weight: 'bold' }
      const isGlued = group.questions.length > 0 || group.note !== ''
      blocks.push(...buildTextBlocks(canvas, group.title, style, { above: sizes.betweenQuestions + 4, isGlued }))
    }
    if (group.note !== '') blocks.push(...buildTextBlocks(canvas, group.note, soft, { above: 3 }))
    for (const question of group.questions)
      blocks.push(...(await buildQuestionBlocks(canvas, content, question, drawing)))
  }
  return blocks
}
