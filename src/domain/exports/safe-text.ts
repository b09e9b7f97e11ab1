/** What a spreadsheet takes for the beginning of a formula, also in its full-width form, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u
/** Of a cell's text, so many characters are kept: the most that Excel takes. */
export const MAX_CELL_CHARACTERS = 32_767

/**
 * A text that no spreadsheet runs: an apostrophe stands before what would begin a formula, even after apostrophes, so
 * that no two texts become the same and `plainText` is the way back.
 */
export function safeText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that `safeText` was given. */
export function plainText(safe: string): string {
  return safe.startsWith("'") && FORMULA.test(safe) ? safe.slice(1) : safe
}

/**
 * Where a cell begins within a text of a CSV file, for a spreadsheet that separates cells by semicolons or tabs, as in
 * Spanish, whatever the file meant: quotes around the text hold nothing together then, and lines end within it.
 */
const FORMULA_WITHIN = /(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/gu
const DISARMED_WITHIN = /(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/gu

/** `safeText` for a CSV file: wherever a spreadsheet cuts it, it runs nothing of it. `plainField` is the way back. */
export function safeField(text: string): string {
  return safeText(text).replace(FORMULA_WITHIN, "'")
}

/** The text that `safeField` was given. */
export function plainField(safe: string): string {
  return plainText(safe.replace(DISARMED_WITHIN, ''))
}

/** As much of a text as a cell of a workbook holds. What was cut ends in `…`, and never within a pair of surrogates. */
export function cellText(text: string): string {
  if (text.length <= MAX_CELL_CHARACTERS) return text
  const kept = text.slice(0, MAX_CELL_CHARACTERS - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
