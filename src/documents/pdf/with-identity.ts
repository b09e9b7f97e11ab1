const JSPDF_ORDERING = '/Ordering (Identity-H)'
const IDENTITY_ORDERING = '/Ordering (Identity)  '

/**
 * Corrects the name of the character collection that jsPDF writes, because PDF readers reject it. The new name has the
 * same length, so that no offset changes.
 */
export function fixCharacterCollectionName(pdf: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [from, to] = [JSPDF_ORDERING, IDENTITY_ORDERING].map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ]
  for (let position = pdf.indexOf(from[0] ?? 0); position >= 0; position = pdf.indexOf(from[0] ?? 0, position + 1))
    if (from.every((byte, index) => pdf[position + index] === byte)) pdf.set(to, position)
  return pdf
}
