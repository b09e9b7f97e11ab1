import type { PdfFact } from '#domain/pdf/index.ts'
import type { Block } from './flow.ts'
import { MUTED_COLOUR, type Style, type Canvas } from './pen.ts'

const GAP = 16

/** Returns names with their values below, in two columns unless the page is narrow. */
export function buildFactBlocks(
  canvas: Canvas,
  facts: readonly PdfFact[],
  sizes: { readonly small: number; readonly answer: number },
  { above, isNarrow }: { readonly above: number; readonly isNarrow: boolean },
): readonly Block[] {
  const { pen, frame } = canvas
  const columns = isNarrow ? 1 : 2
  const width = (frame.width - GAP * (columns - 1)) / columns
  const name: Style = { size: sizes.small, colour: MUTED_COLOUR }
  const value: Style = { size: isNarrow ? sizes.answer : 10 }
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    facts.slice(row * columns, (row + 1) * columns),
  )
  return rows.map((row, index) => {
    const cells = row.map((fact) => ({
      named: pen.lines(fact.name, width, name),
      values: pen.lines(fact.value, width, { ...value, ...(fact.isCode === true && { weight: 'bold' as const }) }),
      style: { ...value, ...(fact.isCode === true && { weight: 'bold' as const }) },
    }))
    const heights = cells.map(
      ({ named, values }) => named.length * pen.lineHeight(name) + values.length * pen.lineHeight(value),
    )
    return {
      height: Math.max(...heights),
      above: index === 0 ? above : 5,
      draw: (top) => {
        for (const [column, { named, values, style }] of cells.entries()) {
          const x = frame.left + column * (width + GAP)
          let y = frame.top + top
          for (const line of named) {
            pen.write(line, x, y, name)
            y += pen.lineHeight(name)
          }
          for (const line of values) {
            pen.write(line, x, y, style)
            y += pen.lineHeight(style)
          }
        }
      },
    }
  })
}
