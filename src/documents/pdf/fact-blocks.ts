import type { PdfFact } from '#domain/pdf/index.ts'
import type { PageBlock } from './flow.ts'
import { MUTED_COLOUR, type TextStyle, type Canvas } from './pen.ts'
import { addTag } from './tags.ts'

const GAP = 16

/** Returns names with their values below, in two columns unless the page is narrow. */
export function buildFactBlocks(
  canvas: Canvas,
  facts: readonly PdfFact[],
  sizes: { readonly small: number; readonly answer: number },
  { above, isNarrow }: { readonly above: number; readonly isNarrow: boolean },
): readonly PageBlock[] {
  const { pen, frame, parent } = canvas
  const columns = isNarrow ? 1 : 2
  const width = (frame.width - GAP * (columns - 1)) / columns
  const name: TextStyle = { size: sizes.small, colour: MUTED_COLOUR }
  const value: TextStyle = { size: isNarrow ? sizes.answer : 10 }
  const list = addTag(parent, 'L')
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    facts.slice(row * columns, (row + 1) * columns),
  )
  return rows.map((row, index) => {
    const cells = row.map((fact) => {
      const style = { ...value, ...(fact.isCode === true && { weight: 'bold' as const }) }
      const item = addTag(list, 'LI')
      return {
        nameTag: addTag(item, 'Lbl'),
        valueTag: addTag(item, 'LBody'),
        names: pen.lines(fact.name, width, name),
        values: pen.lines(fact.value, width, style),
        style,
      }
    })
    const heights = cells.map(
      ({ names, values }) => names.length * pen.lineHeight(name) + values.length * pen.lineHeight(value),
    )
    return {
      height: Math.max(...heights),
      above: index === 0 ? above : 5,
      draw: (top) => {
        for (const [column, { nameTag, valueTag, names, values, style }] of cells.entries()) {
          const x = frame.left + column * (width + GAP)
          const y = pen.write(nameTag, names, { x, y: frame.top + top }, name)
          pen.write(valueTag, values, { x, y }, style)
        }
      },
    }
  })
}
