/** Points per millimetre. */
export const MM = 72 / 25.4
export const A4 = { width: 210 * MM, height: 297 * MM }
export const MARGIN = 16 * MM

/**
 * Returns the 32 hexadecimal digits of the PDF file id. Derived from the text, because random digits would make every
 * copy a different file.
 */
export function fileIdOf(text: string): string {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0').toUpperCase().repeat(4)
}
