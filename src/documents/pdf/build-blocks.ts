import type { PdfContent, PdfSection, PdfLookupCode, PdfLogo, PdfTexts } from '#domain/pdf/index.ts'
import { drawQr } from './draw-qr.ts'
import {
  pickFontSizes,
  computeSubtitleSize,
  type DrawingContext,
  type PdfFontSizes,
  type LoadPicture,
} from './drawing.ts'
import { buildFactBlocks } from './fact-blocks.ts'
import type { PageBlock } from './flow.ts'
import { POINTS_PER_MM } from './pdf-file.ts'
import {
  ACCENT_COLOUR,
  openTag,
  MUTED_COLOUR,
  STRONG_LINE_COLOUR,
  buildTextBlocks,
  type TextStyle,
  type Canvas,
} from './pen.ts'
import { toOneLine } from './plain-text.ts'
import { fitInBox, drawPicture } from './put-picture.ts'
import { buildQuestionBlocks } from './question-blocks.ts'
import { buildSignatureBlocks } from './signature-blocks.ts'
import { addTag } from './tags.ts'

const BANNER_HEIGHT = 32 * POINTS_PER_MM
const LOGO_HEIGHT = 22 * POINTS_PER_MM
const LETTERHEAD_GAP = 10

/** Returns the form's image, logo, municipality, title and description. */
async function buildLetterheadBlocks(
  canvas: Canvas,
  content: PdfContent,
  sizes: PdfFontSizes,
  pictures: LoadPicture,
): Promise<readonly PageBlock[]> {
  const { pen, frame } = canvas
  const { banner, letterhead, title, description } = content
  const picture = banner === null ? null : await pictures(banner, frame.width)
  const blocks: PageBlock[] = []
  if (picture !== null) {
    const size = fitInBox(picture, frame.width, BANNER_HEIGHT)
    const left = frame.left + (frame.width - size.width) / 2
    blocks.push({
      height: size.height + 8,
      isGlued: true,
      // Omits a broken image, because it is only decoration.
      draw: (top) => void drawPicture(pen, null, picture, { x: left, y: frame.top + top, ...size }),
    })
  }
  if (letterhead.logo !== null) blocks.push(...(await buildLogoBlocks(canvas, letterhead.logo, pictures)))
  const municipality: TextStyle = { size: sizes.municipality, weight: 'bold' }
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
  blocks.push(...buildTextBlocks(canvas, title, { size: sizes.formTitle, weight: 'bold' }, { above: 5, type: 'H1' }))
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
async function buildLogoBlocks(
  canvas: Canvas,
  { image, text, location, width, height }: PdfLogo,
  pictures: LoadPicture,
): Promise<readonly PageBlock[]> {
  const { pen, frame, parent } = canvas
  const style: TextStyle = { size: 10 }
  const picture = await pictures(
    image,
    width === undefined ? frame.width / 2 : Math.min(width * POINTS_PER_MM, frame.width),
  )
  const most = {
    width: Math.min(width === undefined ? frame.width / 2 : width * POINTS_PER_MM, frame.width),
    height: (height ?? 0) * POINTS_PER_MM || LOGO_HEIGHT,
  }
  const size =
    picture === null ? { width: 0, height: 0 } : fitInBox(picture, most.width, most.height, width !== undefined)
  const gap = picture === null || text === '' ? 0 : LETTERHEAD_GAP
  const availableWidth = frame.width - size.width - gap
  // With too little space beside the logo, the text is below it.
  const isBeside = availableWidth >= frame.width / 3
  const lines = text === '' ? [] : pen.lines(text, isBeside ? availableWidth : frame.width, style)
  const textWidth = Math.max(0, ...lines.map((line) => pen.width(line.trimEnd(), style)))
  const textHeight = lines.length * pen.lineHeight(style)
  const whole = isBeside ? size.width + gap + textWidth : Math.max(size.width, textWidth)
  const share = { 'flex-start': 0, center: 0.5, 'flex-end': 1 }[location]
  const left = frame.left + (frame.width - whole) * share
  const blockHeight = isBeside ? Math.max(size.height, textHeight) : size.height + textHeight
  if (blockHeight === 0) return []
  const tag = addTag(parent, 'P')
  return [
    {
      height: blockHeight + 8,
      isGlued: true,
      draw: (top) => {
        const y = frame.top + top
        const logoTop = isBeside ? y + (blockHeight - size.height) / 2 : y
        if (picture !== null) drawPicture(pen, null, picture, { x: left, y: logoTop, ...size })
        const textLeft = isBeside ? left + size.width + gap : left
        const textTop = isBeside ? y + (blockHeight - textHeight) / 2 : y + size.height
        pen.write(tag, lines, { x: textLeft, y: textTop }, style)
      },
    },
  ]
}

/** Side length in points (22 mm); a phone camera reads the code from a hand's length. */
const QR_SIZE = 62
const GAP = 12

/** Returns the answer's code in large type, next to a QR code of the address where citizens look up the record. */
function keepBlock(canvas: Canvas, keep: PdfLookupCode, texts: PdfTexts, sizes: PdfFontSizes): PageBlock {
  const { pen, frame, parent } = canvas
  const qr = keep.address === '' ? 0 : QR_SIZE
  const left = frame.left + (qr === 0 ? 0 : qr + GAP)
  const width = frame.width - (left - frame.left)
  const soft: TextStyle = { size: sizes.small, colour: MUTED_COLOUR }
  const large: TextStyle = { size: sizes.answer + 3, weight: 'bold' }
  const link = addTag(parent, 'Link')
  const code = addTag(link, 'Figure', { alt: texts.lookupQr })
  const written = (
    [
      [keep.name, soft],
      [keep.value, large],
      [texts.keepCode, soft],
    ] as const
  ).map(([text, style]) => ({ tag: addTag(parent, 'P'), lines: pen.lines(text, width, style), style }))
  const tall = written.reduce((sum, { lines, style }) => sum + lines.length * pen.lineHeight(style), 0)
  return {
    height: Math.max(qr, tall),
    above: 10,
    draw: (top) => {
      let y = frame.top + top
      if (qr > 0) {
        drawQr(pen, code, keep.address, { left: frame.left, top: y, size: QR_SIZE })
        const area = { x: frame.left, y, width: QR_SIZE, height: QR_SIZE }
        pen.tagger.link(link, area, { url: keep.address, text: texts.lookupQr })
      }
      for (const { tag, lines, style } of written) y = pen.write(tag, lines, { x: left, y }, style)
    },
  }
}

/** Returns all blocks of a document. */
export async function buildBlocks(
  canvas: Canvas,
  content: PdfContent,
  drawing: DrawingContext,
): Promise<readonly PageBlock[]> {
  const { pen } = canvas
  const sizes = pickFontSizes(content)
  const soft: TextStyle = { size: sizes.small, colour: MUTED_COLOUR }
  const blocks: PageBlock[] = [
    ...(await buildLetterheadBlocks(canvas, content, sizes, drawing.pictures)),
    ...buildFactBlocks(canvas, content.facts, sizes, { above: 12, isNarrow: content.isPortable }),
    ...(content.keep === null ? [] : [keepBlock(canvas, content.keep, content.texts, sizes)]),
    ...(content.text === ''
      ? []
      : buildTextBlocks(canvas, content.text, { size: sizes.answer }, { above: 16, language: content.textTag })),
    ...content.notes.flatMap((note) => buildTextBlocks(canvas, note, { ...soft, size: sizes.small + 1 }, { above: 6 })),
    ...content.subjects.flatMap(({ title, facts }) => {
      const section = openTag(canvas, 'Sect')
      return [
        ...buildTitleBlocks(section, title, sizes),
        ...buildFactBlocks(section, facts, sizes, { above: 6, isNarrow: content.isPortable }),
      ]
    }),
  ]
  for (const section of content.sections)
    blocks.push(...(await buildSectionBlocks(openTag(canvas, 'Sect'), content, section, drawing)))
  if (content.signatures.length > 0) {
    const section = openTag(canvas, 'Sect')
    blocks.push(...buildTitleBlocks(section, content.texts.signatures, sizes))
    blocks.push(...(await buildSignatureBlocks(section, content, sizes, drawing.pictures)))
  }
  if (pen.fonts.lacks) blocks.push(...buildTextBlocks(canvas, content.texts.lackingCharacters, soft, { above: 16 }))
  return blocks
}

/** Returns a horizontal line with a title below it. */
function buildTitleBlocks(canvas: Canvas, title: string, sizes: PdfFontSizes): readonly PageBlock[] {
  const { pen, frame } = canvas
  const line: PageBlock = {
    height: 7,
    above: sizes.betweenSections,
    isGlued: true,
    heading: toOneLine(title),
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, STRONG_LINE_COLOUR, 0.6),
  }
  const style: TextStyle = { size: sizes.sectionTitle, weight: 'bold', colour: ACCENT_COLOUR }
  return [line, ...buildTextBlocks(canvas, title, style, { isGlued: true, type: 'H2' })]
}

async function buildSectionBlocks(
  canvas: Canvas,
  content: PdfContent,
  { title, area, description, groups, note }: PdfSection,
  drawing: DrawingContext,
): Promise<readonly PageBlock[]> {
  const sizes = pickFontSizes(content)
  const soft: TextStyle = { size: computeSubtitleSize(sizes.sectionTitle), colour: MUTED_COLOUR }
  const blocks: PageBlock[] = [...buildTitleBlocks(canvas, title, sizes)]
  for (const text of [area, description])
    if (text !== '') blocks.push(...buildTextBlocks(canvas, text, soft, { above: 2, isGlued: true }))
  if (note !== '') blocks.push(...buildTextBlocks(canvas, note, soft, { above: 6 }))
  for (const group of groups) {
    if (group.title !== '') {
      const style: TextStyle = { size: sizes.answer, weight: 'bold' }
      const isGlued = group.questions.length > 0 || group.note !== ''
      blocks.push(
        ...buildTextBlocks(canvas, group.title, style, { above: sizes.betweenQuestions + 4, isGlued, type: 'H3' }),
      )
    }
    if (group.note !== '') blocks.push(...buildTextBlocks(canvas, group.note, soft, { above: 3 }))
    for (const question of group.questions)
      blocks.push(...(await buildQuestionBlocks(canvas, content, question, drawing)))
  }
  return blocks
}
