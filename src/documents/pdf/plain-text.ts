/** Controls, and marks that only steer how text is shown: bidirectional order, joiners, variation selectors, colours of skin, a byte order mark. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}]|[\u{1f3fb}-\u{1f3ff}]/gu

/** A text as it can be set: composed letters, one kind of space and new line, nothing unseen; half of a character pair is the replacement character. */
export function plainText(text: string): string {
  return text
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
