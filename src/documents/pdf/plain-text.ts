import { limitMarks } from '#domain/kernel/index.ts'

/** Controls, and marks that only steer display: bidirectional order, joiners, variation selectors, skin tones, BOM. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}]|[\u{1f3fb}-\u{1f3ff}]/gu

/**
 * The text as it can be set: composed letters, no towers of marks, one kind of space and new line, nothing unseen;
 * half a pair becomes U+FFFD.
 */
export function plainText(text: string): string {
  return limitMarks(text)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|\u2028|\u2029|\u0085|\u000b|\u000c/g, '\n')
    .replaceAll(/[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(UNSEEN, '')
}

/** On one line. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim()
}
