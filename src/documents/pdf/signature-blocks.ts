import { fillPlaceholder, type PdfContent } from '#domain/pdf/index.ts'
import type { PdfFontSizes, LoadPicture } from './drawing.ts'
import type { PageBlock } from './flow.ts'
import { POINTS_PER_MM } from './pdf-file.ts'
import { MUTED_COLOUR, STRONG_LINE_COLOUR, type TextStyle, type Canvas } from './pen.ts'
import type { Picture } from './picture.ts'
import { drawPicture, fitInBox } from './put-picture.ts'
import { addTag, type Tag } from './tags.ts'

const SIGNATURE_HEIGHT = 24 * POINTS_PER_MM
const SIGNATURE_GAP = 24

/** Returns signatures, each above a line with name and title, in two columns unless the page is narrow. */
export async function buildSignatureBlocks(
  canvas: Canvas,
  { signatures, texts, isPortable }: PdfContent,
  sizes: PdfFontSizes,
  pictures: LoadPicture,
): Promise<readonly PageBlock[]> {
  const { pen, frame, parent } = canvas
  const columns = isPortable ? 1 : 2
  const width = (frame.width - SIGNATURE_GAP * (columns - 1)) / columns
  const name: TextStyle = { size: 10, weight: 'bold' }
  const title: TextStyle = { size: sizes.small + 1, colour: MUTED_COLOUR }
  const cells: Cell[] = []
  for (const signature of signatures) {
    const tag = addTag(parent, 'Div')
    const buildLine = (text: string, style: TextStyle): SignatureText => ({
      tag: addTag(tag, 'P'),
      lines: text === '' ? [] : pen.lines(text, width, style),
      style,
    })
    const alt = fillPlaceholder(texts.signature, signature.title)
    cells.push({
      picture: signature.image === null ? null : await pictures(signature.image, width),
      pictureTag: addTag(tag, 'Figure', { alt }),
      missing: buildLine(signature.image === null ? texts.notSigned : texts.photoMissing, title),
      below: [buildLine(signature.name, name), buildLine(signature.title, title), buildLine(signature.note, title)],
    })
  }
  const draw = ({ picture, pictureTag, missing, below }: Cell, x: number, top: number): void => {
    const size = picture === null ? null : fitInBox(picture, width, SIGNATURE_HEIGHT)
    const isDrawn =
      picture !== null &&
      size !== null &&
      drawPicture(pen, pictureTag, picture, { x, y: top + SIGNATURE_HEIGHT - size.height, ...size })
    if (!isDrawn) {
      const y = top + SIGNATURE_HEIGHT - missing.lines.length * pen.lineHeight(title) - 2
      pen.write(missing.tag, missing.lines, { x, y }, title)
    }
    pen.rule({ x, y: top + SIGNATURE_HEIGHT + 2, width }, STRONG_LINE_COLOUR, 0.6)
    let y = top + SIGNATURE_HEIGHT + 5
    for (const { tag, lines, style } of below) y = pen.write(tag, lines, { x, y }, style)
  }
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  )
  return rows.map((row) => ({
    height:
      SIGNATURE_HEIGHT +
      5 +
      Math.max(
        ...row.map(({ below }) =>
          below.reduce((sum, { lines, style }) => sum + lines.length * pen.lineHeight(style), 0),
        ),
      ),
    above: 10,
    draw: (top) =>
      row.forEach((cell, column) => draw(cell, frame.left + column * (width + SIGNATURE_GAP), frame.top + top)),
  }))
}

type SignatureText = { readonly tag: Tag; readonly lines: readonly string[]; readonly style: TextStyle }

type Cell = {
  readonly picture: Picture | null
  readonly pictureTag: Tag
  /** text instead of a picture */
  readonly missing: SignatureText
  /** name, title and note */
  readonly below: readonly SignatureText[]
}
