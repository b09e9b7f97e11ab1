import type { StoredFile } from '#domain/files/index.ts'
import { getLanguageTag } from '#domain/kernel/index.ts'
import { fillPlaceholder, type PdfContent, type PdfQuestion } from '#domain/pdf/index.ts'
import { pickFontSizes, type DrawingContext, type PdfFontSizes } from './drawing.ts'
import type { PageBlock } from './flow.ts'
import { ACCENT_COLOUR, MUTED_COLOUR, buildTextBlocks, type TextStyle, type Canvas } from './pen.ts'
import { fitInBox, drawPicture } from './put-picture.ts'
import { addTag } from './tags.ts'

const MM = 72 / 25.4
const PHOTO = { width: 80 * MM, height: 110 * MM }
const NOT_ANSWERED = '–'

/**
 * Returns a question with its answer, side by side if both are short and the page is wide enough, otherwise with the
 * answer below. Photos are below the answer; other files are listed by name.
 */
export async function buildQuestionBlocks(
  canvas: Canvas,
  content: PdfContent,
  question: PdfQuestion,
  drawing: DrawingContext,
): Promise<readonly PageBlock[]> {
  const sizes = pickFontSizes(content)
  const above = sizes.betweenQuestions
  switch (question.kind) {
    case 'heading':
      return buildTextBlocks(
        canvas,
        question.text,
        { size: sizes.answer, weight: 'bold' },
        { above: above + 4, isGlued: true, type: 'H3' },
      )
    case 'link': {
      const text = question.text === '' ? question.address : question.text
      return buildTextBlocks(
        canvas,
        text,
        { size: sizes.answer, colour: ACCENT_COLOUR },
        { above, link: question.address },
      )
    }
    case 'question': {
      const { title, answer, photo, files } = question
      const requestedStyle: TextStyle = { size: sizes.question, weight: 'bold', colour: MUTED_COLOUR }
      const isEmpty = answer === '' && photo === null && files.length === 0
      const text = isEmpty ? NOT_ANSWERED : answer
      const givenStyle: TextStyle = { size: sizes.answer }
      const spoken = isEmpty ? content.texts.notAnswered : undefined
      const row =
        content.isPortable || photo !== null || files.length > 0
          ? null
          : buildBesideBlock(canvas, { text: title, style: requestedStyle }, { text, style: givenStyle, spoken }, above)
      if (row !== null) return [row]
      return [
        ...buildTextBlocks(canvas, title, requestedStyle, { above, isGlued: true }),
        ...(text === '' ? [] : buildTextBlocks(canvas, text, givenStyle, { above: 1, spoken })),
        ...(photo === null ? [] : await buildPhotoBlocks(canvas, content, { ...question, photo }, drawing)),
        ...files.flatMap((file) => buildFileBlocks(canvas, file, sizes, drawing)),
      ]
    }
  }
}

/** Shares of the width for question and answer. */
const QUESTION_WIDTH = 0.38
const ANSWER_WIDTH = 0.58
/** Maximum lines of a question and of an answer beside it, because such a row is never divided between pages. */
const MAX_LINES = 8

type StyledText = { readonly text: string; readonly style: TextStyle; readonly spoken?: string | undefined }

/** Returns question and answer side by side on a common baseline; null if one of them is too long. */
function buildBesideBlock(
  canvas: Canvas,
  requestedText: StyledText,
  givenText: StyledText,
  above: number,
): PageBlock | null {
  const { pen, frame, parent } = canvas
  const [left, right] = [
    pen.lines(requestedText.text, frame.width * QUESTION_WIDTH, requestedText.style),
    pen.lines(givenText.text, frame.width * ANSWER_WIDTH, givenText.style),
  ]
  if (Math.max(left.length, right.length) > MAX_LINES) return null
  const [leftHeight, rightHeight] = [pen.lineHeight(requestedText.style), pen.lineHeight(givenText.style)]
  const lower = Math.max(0, pen.baseline(givenText.style) - pen.baseline(requestedText.style))
  const higher = Math.max(0, pen.baseline(requestedText.style) - pen.baseline(givenText.style))
  const tags = [addTag(parent, 'P'), addTag(parent, 'P', { spoken: givenText.spoken })] as const
  return {
    height: Math.max(lower + left.length * leftHeight, higher + right.length * rightHeight),
    above,
    draw: (top) => {
      const y = frame.top + top
      pen.write(tags[0], left, { x: frame.left, y: y + lower }, requestedText.style)
      const x = frame.left + frame.width * (1 - ANSWER_WIDTH)
      pen.write(tags[1], right, { x, y: y + higher }, givenText.style)
    },
  }
}

async function buildPhotoBlocks(
  canvas: Canvas,
  content: PdfContent,
  { title, photo }: { readonly title: string; readonly photo: StoredFile },
  { pictures }: DrawingContext,
): Promise<readonly PageBlock[]> {
  const { pen, frame, parent } = canvas
  const requested = content.sizes.imageWidth
  const width = Math.min(frame.width, requested === undefined ? PHOTO.width : requested * MM)
  const picture = await pictures(photo, width)
  const missing = (): readonly PageBlock[] =>
    buildTextBlocks(
      canvas,
      `${photo.name} – ${content.texts.photoMissing}`,
      { size: pickFontSizes(content).small, colour: MUTED_COLOUR },
      { above: 2 },
    )
  if (picture === null) return missing()
  // A width set by the form may enlarge the photo. The maximum height keeps a portrait photo on one page.
  const size = fitInBox(picture, width, requested === undefined ? PHOTO.height : 240 * MM, requested !== undefined)
  const tag = addTag(parent, 'Figure', { alt: fillPlaceholder(content.texts.photo, title) })
  const [instead] = missing()
  return [
    {
      height: Math.max(size.height, instead?.height ?? 0),
      above: 4,
      draw: (top) => {
        if (!drawPicture(pen, tag, picture, { x: frame.left, y: frame.top + top, ...size })) instead?.draw(top)
      },
    },
  ]
}

function buildFileBlocks(
  canvas: Canvas,
  { name, bytes, url }: StoredFile,
  sizes: PdfFontSizes,
  { language, origin }: DrawingContext,
): readonly PageBlock[] {
  const link = origin === '' ? undefined : new URL(url, origin).href
  const style: TextStyle = { size: sizes.answer, ...(link !== undefined && { colour: ACCENT_COLOUR }) }
  return buildTextBlocks(canvas, `${name} (${formatFileSize(bytes, language)})`, style, { above: 2, link })
}

/** Formats a file size as the screens do. */
function formatFileSize(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'KB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat(getLanguageTag(language), { maximumFractionDigits: 1 }).format(value)} ${unit}`
}
