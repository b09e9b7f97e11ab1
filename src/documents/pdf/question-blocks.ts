import type { StoredFile } from '#domain/files/index.ts'
import type { Paper, PaperQuestion } from '#domain/paper/index.ts'
import type { Drawing, Sizes } from './drawing.ts'
import type { Block } from './flow.ts'
import { ACCENT, SOFT, textBlocks, type Frame, type Pen, type Style } from './pen.ts'
import { boxed, putPicture } from './put-picture.ts'

const MM = 72 / 25.4
const PHOTO = { width: 80 * MM, height: 110 * MM }
const NOT_ANSWERED = '–'

/**
 * A question with its answer: side by side if both are short and the page is wide enough, otherwise below each other;
 * photos below, files by name.
 */
export async function questionBlocks(
  pen: Pen,
  frame: Frame,
  paper: Paper,
  question: PaperQuestion,
  sizes: Sizes,
  drawing: Drawing,
): Promise<readonly Block[]> {
  const above = sizes.betweenQuestions
  switch (question.kind) {
    case 'heading':
      return textBlocks(
        pen,
        frame,
        question.text,
        { size: sizes.answer, weight: 'bold' },
        { above: above + 4, isGlued: true },
      )
    case 'link': {
      const text = question.text === '' ? question.address : question.text
      return textBlocks(pen, frame, text, { size: sizes.answer, colour: ACCENT }, { above, link: question.address })
    }
    case 'question': {
      const { title, answer, photo, files } = question
      const asked: Style = { size: sizes.question, weight: 'bold', colour: SOFT }
      const isEmpty = answer === '' && photo === null && files.length === 0
      const text = isEmpty ? NOT_ANSWERED : answer
      const given: Style = { size: sizes.answer }
      const row =
        paper.isPortable || photo !== null || files.length > 0
          ? null
          : besideBlock(pen, frame, { text: title, style: asked }, { text, style: given }, above)
      if (row !== null) return [row]
      return [
        ...textBlocks(pen, frame, title, asked, { above, isGlued: true }),
        ...(text === '' ? [] : textBlocks(pen, frame, text, given, { above: 1 })),
        ...(photo === null ? [] : await photoBlocks(pen, frame, paper, photo, sizes, drawing)),
        ...files.flatMap((file) => fileBlocks(pen, frame, file, sizes, drawing)),
      ]
    }
  }
}

/** Fractions of the width for question and answer. */
const ASKED = 0.38
const GIVEN = 0.58
/** Maximum lines of a row, because a row is never cut at the end of a page. */
const MOST_LINES = 8

type Part = { readonly text: string; readonly style: Style }

/** Question and answer side by side on a common baseline; null when one of them is too long. */
function besideBlock(pen: Pen, frame: Frame, asked: Part, given: Part, above: number): Block | null {
  const [left, right] = [
    pen.lines(asked.text, frame.width * ASKED, asked.style),
    pen.lines(given.text, frame.width * GIVEN, given.style),
  ]
  if (Math.max(left.length, right.length) > MOST_LINES) return null
  const [leftHeight, rightHeight] = [pen.lineHeight(asked.style), pen.lineHeight(given.style)]
  const lower = Math.max(0, pen.baseline(given.style) - pen.baseline(asked.style))
  const higher = Math.max(0, pen.baseline(asked.style) - pen.baseline(given.style))
  return {
    height: Math.max(lower + left.length * leftHeight, higher + right.length * rightHeight),
    above,
    draw: (top) => {
      const y = frame.top + top
      for (const [index, line] of left.entries())
        pen.write(line, frame.left, y + lower + index * leftHeight, asked.style)
      const x = frame.left + frame.width * (1 - GIVEN)
      for (const [index, line] of right.entries()) pen.write(line, x, y + higher + index * rightHeight, given.style)
    },
  }
}

async function photoBlocks(
  pen: Pen,
  frame: Frame,
  paper: Paper,
  photo: StoredFile,
  sizes: Sizes,
  { pictures }: Drawing,
): Promise<readonly Block[]> {
  const asked = paper.sizes.imageWidth
  const width = Math.min(frame.width, asked === undefined ? PHOTO.width : asked * MM)
  const picture = await pictures(photo, width)
  const missing = (): readonly Block[] =>
    textBlocks(
      pen,
      frame,
      `${photo.name}: ${paper.words.photoMissing}`,
      { size: sizes.small, colour: SOFT },
      { above: 2 },
    )
  if (picture === null) return missing()
  // A width set by the form is used even if it enlarges the photo; a maximum height keeps a portrait photo on one page.
  const size = boxed(picture, width, asked === undefined ? PHOTO.height : 240 * MM, asked !== undefined)
  const [instead] = missing()
  return [
    {
      height: Math.max(size.height, instead?.height ?? 0),
      above: 4,
      draw: (top) => {
        if (!putPicture(pen, picture, { x: frame.left, y: frame.top + top, ...size })) instead?.draw(top)
      },
    },
  ]
}

function fileBlocks(
  pen: Pen,
  frame: Frame,
  { name, bytes, url }: StoredFile,
  sizes: Sizes,
  { language, origin }: Drawing,
): readonly Block[] {
  const link = origin === '' ? undefined : new URL(url, origin).href
  const style: Style = { size: sizes.answer, ...(link !== undefined && { colour: ACCENT }) }
  return textBlocks(pen, frame, `${name} (${lengthOf(bytes, language)})`, style, { above: 2, link })
}

/** Formats a file size as the screens do. */
function lengthOf(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'KB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)} ${unit}`
}
