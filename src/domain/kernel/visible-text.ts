/**
 * Invisible characters: control characters other than whitespace, default-ignorable characters (zero-width and
 * direction marks, joiners, variation selectors, Hangul fillers), annotation marks and the empty Braille cell.
 */
const INVISIBLE = /(?![\t\n\v\f\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu

/**
 * Returns the visible characters of a text, trimmed. Used to check for emptiness, to compare texts, and for numbers and
 * account names. Free text is stored unchanged, because joiners and selectors are part of emoji and some scripts.
 */
export function getVisibleText(text: string): string {
  return text.replaceAll(INVISIBLE, '').trim()
}
