/**
 * Characters that show nothing: controls other than blanks, what Unicode says may be left out (zero-width and direction
 * marks, joiners, variation selectors, Hangul fillers), annotation marks and the empty Braille cell.
 */
const INVISIBLE = /(?![\t\n\v\f\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu

/**
 * The characters of a text that people see, without blanks around them: for deciding whether something was written,
 * for comparing texts, and for numbers and names of accounts. Free text is stored as it was typed, because joiners and
 * selectors are parts of emoji and of some scripts.
 */
export function visibleText(text: string): string {
  return text.replaceAll(INVISIBLE, '').trim()
}
