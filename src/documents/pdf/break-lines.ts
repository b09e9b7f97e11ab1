/** Matches each letter with its combining marks. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu

/** Returns the width of a text, in any unit. It must be the sum of the widths of its characters. */
export type MeasureText = (text: string) => number

/**
 * Breaks text at spaces, and after hyphens and slashes. Breaks within a word only if the word is wider than a line;
 * combining marks stay with their letters.
 * @param text as returned by `toPlainText`
 * @returns at least one line; no line is wider than `width`, except a single character that is wider
 */
export function breakLines(text: string, width: number, measure: MeasureText): readonly string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph.trimEnd(), width, measure))
}

function breakParagraph(paragraph: string, width: number, measure: MeasureText): readonly string[] {
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
      // Spaces at the end of a line may exceed its width, and the next line does not start with them.
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

/** Cuts a text to fit on one line, with an ellipsis at the cut. */
export function truncateToWidth(text: string, width: number, measure: MeasureText): string {
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
