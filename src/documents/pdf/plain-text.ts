import { limitCombiningMarks } from '#domain/kernel/index.ts'

/** Matches skin tones of emoji, and invisible characters other than line breaks. */
const INVISIBLE_CHARACTERS = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}]|[\u{1f3fb}-\u{1f3ff}]/gu

/**
 * Returns a text in printable form: composed letters, few combining marks, one kind of space and of line break, and no
 * invisible characters. Replaces half a surrogate pair by U+FFFD.
 */
export function toPlainText(text: string): string {
  return limitCombiningMarks(text)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|\u2028|\u2029|\u0085|\u000b|\u000c/g, '\n')
    .replaceAll(/[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(INVISIBLE_CHARACTERS, '')
}

/** Returns a text in printable form on one line. */
export function toOneLine(text: string): string {
  return toPlainText(text).replaceAll(/\s+/g, ' ').trim()
}
