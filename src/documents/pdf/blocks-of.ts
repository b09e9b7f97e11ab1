import type { PdfContent, PdfSection, PdfLookupCode } from '#domain/paper/index.ts'
import { drawQr } from './draw-qr.ts'
import { fontSizesFor, subtitleSize, type Drawing, type Sizes } from './drawing.ts'
import { factBlocks } from './fact-blocks.ts'
import type { Block } from './flow.ts'
import { letterheadBlocks } from './letterhead-blocks.ts'
import { ACCENT, SOFT, STRONG_LINE, textBlocks, type Style, type Canvas } from './pen.ts'
import { toOneLine } from './plain-text.ts'
import { questionBlocks } from './question-blocks.ts'
import { signatureBlocks } from './signature-blocks.ts'

/** Side length in points (22 mm); a phone camera reads the code from a hand's length. */
const QR_SIZE = 62
const GAP = 12

/** Returns the answer's code in large type, next to a QR code of the address where citizens look it up. */
function keepBlock(canvas: Canvas, keep: PdfLookupCode, hint: string, sizes: Sizes): Block {
  const { pen, frame } = canvas
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
export async function buildBlocks(canvas: Canvas, paper: PdfContent, drawing: Drawing): Promise<readonly Block[]> {
  const { pen } = canvas
  const sizes = fontSizesFor(paper)
  const soft: Style = { size: sizes.small, colour: SOFT }
  const blocks: Block[] = [
    ...(await letterheadBlocks(canvas, paper, sizes, drawing.pictures)),
    ...factBlocks(canvas, paper.facts, sizes, { above: 12, isNarrow: paper.isPortable }),
    ...(paper.keep === null ? [] : [keepBlock(canvas, paper.keep, paper.words.keepIt, sizes)]),
    ...(paper.text === ''
      ? []
      : textBlocks(canvas, paper.text, { size: sizes.answer }, { above: 16, tag: paper.textTag })),
    ...paper.notes.flatMap((note) => textBlocks(canvas, note, { ...soft, size: sizes.small + 1 }, { above: 6 })),
    ...paper.subjects.flatMap(({ title, facts }) => [
      ...titleBlocks(canvas, title, sizes),
      ...factBlocks(canvas, facts, sizes, { above: 6, isNarrow: paper.isPortable }),
    ]),
  ]
  for (const section of paper.sections) blocks.push(...(await sectionBlocks(canvas, paper, section, drawing)))
  if (paper.signatures.length > 0) {
    blocks.push(...titleBlocks(canvas, paper.words.signatures, sizes))
    blocks.push(...(await signatureBlocks(canvas, paper, sizes, drawing.pictures)))
  }
  if (pen.fonts.lacks) blocks.push(...textBlocks(canvas, paper.words.lackingCharacters, soft, { above: 16 }))
  return blocks
}

/** Returns a line with a title below. */
function titleBlocks(canvas: Canvas, title: string, sizes: Sizes): readonly Block[] {
  const { pen, frame } = canvas
  const line: Block = {
    height: 7,
    above: sizes.betweenSections,
    isGlued: true,
    heading: toOneLine(title),
    draw: (top) => pen.rule({ x: frame.left, y: frame.top + top, width: frame.width }, STRONG_LINE, 0.6),
  }
  const style: Style = { size: sizes.sectionTitle, weight: 'bold', colour: ACCENT }
  return [line, ...textBlocks(canvas, title, style, { isGlued: true })]
}

async function sectionBlocks(
  canvas: Canvas,
  paper: PdfContent,
  { title, area, description, groups, note }: PdfSection,
  drawing: Drawing,
): Promise<readonly Block[]> {
  const sizes = fontSizesFor(paper)
  const soft: Style = { size: subtitleSize(sizes.sectionTitle), colour: SOFT }
  const blocks: Block[] = [...titleBlocks(canvas, title, sizes)]
  for (const text of [area, description])
    if (text !== '') blocks.push(...textBlocks(canvas, text, soft, { above: 2, isGlued: true }))
  if (note !== '') blocks.push(...textBlocks(canvas, note, soft, { above: 6 }))
  for (const group of groups) {
    if (group.title !== '') {
      const style: Style = { size: sizes.answer, weight: 'bold' }
      const isGlued = group.questions.length > 0 || group.note !== ''
      blocks.push(...textBlocks(canvas, group.title, style, { above: sizes.betweenQuestions + 4, isGlued }))
    }
    if (group.note !== '') blocks.push(...textBlocks(canvas, group.note, soft, { above: 3 }))
    for (const question of group.questions) blocks.push(...(await questionBlocks(canvas, paper, question, drawing)))
  }
  return blocks
}
