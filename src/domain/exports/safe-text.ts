/** Start of a formula in spreadsheets, also in full-width form, after any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u
/** Maximum characters of a cell in Excel. */
export const MAX_CELL_CHARACTERS = 32_767

/**
 * Escapes a text so that no spreadsheet evaluates it: adds an apostrophe before the start of a formula, even after
 * other apostrophes, so that `unescapeSpreadsheetText` can reverse it.
 */
export function escapeSpreadsheetText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Reverses `escapeSpreadsheetText`. */
export function unescapeSpreadsheetText(safe: string): string {
  return safe.startsWith("'") && FORMULA.test(safe) ? safe.slice(1) : safe
}

/**
 * Positions within a CSV field where some spreadsheets start a new cell, because they separate cells by semicolons or
 * tabs, as in Spanish locales. Quotes do not protect the text there, and line breaks within the field also start a
 * cell.
 */
const FORMULA_WITHIN = /(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/gu
const DISARMED_WITHIN = /(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/gu

/**
 * Escapes a CSV field like `escapeSpreadsheetText`, wherever a spreadsheet may split it. Reversed by
 * `unescapeCsvField`.
 */
export function escapeCsvField(text: string): string {
  return escapeSpreadsheetText(text).replace(FORMULA_WITHIN, "'")
}

/** Reverses `escapeCsvField`. */
export function unescapeCsvField(safe: string): string {
  return unescapeSpreadsheetText(safe.replace(DISARMED_WITHIN, ''))
}

/** Shortens a text to the limit of a workbook cell, ending in `…`, without splitting a surrogate pair. */
export function shortenCell(text: string): string {
  if (text.length <= MAX_CELL_CHARACTERS) return text
  const kept = text.slice(0, MAX_CELL_CHARACTERS - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
