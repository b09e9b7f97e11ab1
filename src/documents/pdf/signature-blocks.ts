import type { PdfContent, PdfSignature } from '#domain/paper/index.ts'
import type { LoadPicture, Sizes } from './drawing.ts'
import type { Block } from './flow.ts'
import { SOFT, STRONG_LINE, type Style, type Canvas } from './pen.ts'
import type { Picture } from './picture.ts'
import { fitInBox, putPicture } from './put-picture.ts'

const MM = 72 / 25.4
const HEIGHT = 24 * MM
const GAP = 24

/** Returns signatures, each above a line with name and title, in two columns unless the page is narrow. */
export async function signatureBlocks(
  canvas: Canvas,
  { signatures, words, isPortable }: PdfContent,
  sizes: Sizes,
  pictures: LoadPicture,
): Promise<readonly Block[]> {
  const { pen, frame } = canvas
  const columns = isPortable ? 1 : 2
  const width = (frame.width - GAP * (columns - 1)) / columns
  const name: Style = { size: 10, weight: 'bold' }
  const title: Style = { size: sizes.small + 1, colour: SOFT }
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
    const size = picture === null ? null : fitInBox(picture, width, HEIGHT)
    const isDrawn =
      picture !== null && size !== null && putPicture(pen, picture, { x, y: top + HEIGHT - size.height, ...size })
    if (!isDrawn) {
      const missing = signature.image === null ? words.notSigned : words.photoMissing
      pen.write(pen.lines(missing, width, title)[0] ?? '', x, top + HEIGHT - pen.lineHeight(title) - 2, title)
    }
    pen.rule({ x, y: top + HEIGHT + 2, width }, STRONG_LINE, 0.6)
    let y = top + HEIGHT + 5
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
      HEIGHT +
      5 +
      Math.max(
        ...row.map(
          ({ names, titles, notes }) =>
            names.length * pen.lineHeight(name) + (titles.length + notes.length) * pen.lineHeight(title),
        ),
      ),
    above: 10,
    draw: (top) => row.forEach((cell, column) => draw(cell, frame.left + column * (width + GAP), frame.top + top)),
  }))
}

type Cell = {
  readonly signature: PdfSignature
  readonly picture: Picture | null
  readonly names: readonly string[]
  readonly titles: readonly string[]
  readonly notes: readonly string[]
}
