/** With the marks that stand on them. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu

/** How wide a text is, in any unit. It has to be the sum of its characters' widths. */
export type Measure = (text: string) => number

/**
 * Breaks at spaces, after hyphens and slashes, in a word only if it exceeds a line; combining marks stay with letters.
 * @param text as `plainText` gives it
 * @returns at least one line; no line is wider than `width`, but for a single character that is
 */
export function breakLines(text: string, width: number, measure: Measure): readonly string[] {
  return text.split('\n').flatMap((paragraph) => ofParagraph(paragraph.trimEnd(), width, measure))
}

function ofParagraph(paragraph: string, width: number, measure: Measure): readonly string[] {
  if (measure(paragraph) <= width) return [paragraph]
  const lines: string[] = []
  let line = ''
  let wide = 0
  const end = (): void => {
    lines.push(line.trimEnd())
    line = ''
    wide = 0
  }
  for (const piece of paragraph.match(/\s+|[/-]+|[^\s/-]+[/-]*/g) ?? []) {
    const more = measure(piece)
    if (piece.trim() === '') {
      // Spaces hang over the end of a line and do not begin the next one.
      if (line !== '') {
        line += piece
        wide += more
      }
      continue
    }
    if (wide + more > width && line !== '') end()
    if (more <= width) {
      line += piece
      wide += more
      continue
    }
    for (const letter of piece.match(LETTERS) ?? []) {
      const letterWide = measure(letter)
      if (wide + letterWide > width && line !== '') end()
      line += letter
      wide += letterWide
    }
  }
  if (line.trim() !== '' || lines.length === 0) end()
  return lines
}

/** As much of a text as fits on one line, with an ellipsis where it was cut. */
export function cutToFit(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text
  let room = width - measure('…')
  let fitting = ''
  for (const letter of text.match(LETTERS) ?? []) {
    room -= measure(letter)
    if (room < 0) break
    fitting += letter
  }
  return `${fitting.trimEnd()}…`
}
