/** Points per millimetre. */
export const POINTS_PER_MM = 72 / 25.4
export const A4 = { width: 210 * POINTS_PER_MM, height: 297 * POINTS_PER_MM }
export const MARGIN = 16 * POINTS_PER_MM

/**
 * Returns the PDF's file id, 32 hexadecimal digits. It is derived from the text, because with random digits every copy
 * would be a different file.
 */
export function computeFileId(text: string): string {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0').toUpperCase().repeat(4)
}
