/**
 * Maximum combining marks on one character. The longest stack in real writing is Tibetan, with eight; Burmese and
 * Hebrew with cantillation need six, Vietnamese two.
 */
const MAX_COMBINING_MARKS = 8

/**
 * Mark followed by at least `MAX_COMBINING_MARKS` further marks or invisible characters. Invisible characters do not
 * end a stack of marks.
 */
const STACKED_MARKS = /\p{M}[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]{8,}/gu
/** Visible combining mark. Variation selectors and joiners belong to emoji and are kept. */
const SHOWN_MARK = /(?!\p{Default_Ignorable_Code_Point})\p{M}/gu

/** Returns the text without excess combining marks, which would cover other lines (Zalgo text). */
export function limitCombiningMarks(text: string): string {
  return text.replaceAll(STACKED_MARKS, (marks) => {
    let count = 0
    return marks.replaceAll(SHOWN_MARK, (mark) => {
      count += 1
      return count <= MAX_COMBINING_MARKS ? mark : ''
    })
  })
}

/** Applies `limitCombiningMarks` to every text inside freshly parsed JSON, in place. */
export function limitCombiningMarksWithin(value: unknown): unknown {
  if (typeof value === 'string') return limitCombiningMarks(value)
  // Not recursive, because nesting may be deeper than the call stack.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const holder = waiting.pop()
    if (typeof holder !== 'object' || holder === null) continue
    const fields = holder as Record<string, unknown>
    for (const name of Object.keys(fields)) {
      const field = fields[name]
      if (typeof field === 'string') fields[name] = limitCombiningMarks(field)
      else waiting.push(field)
    }
  }
  return value
}
