/**
 * Joins chosen texts with a comma and a space. Texts with a comma or a leading quotation mark are quoted as in CSV, so
 * that the cell can be split again.
 */
export function joinChoices(texts: readonly string[]): string {
  return texts.map(quoteChoice).join(', ')
}

function quoteChoice(text: string): string {
  return text.includes(',') || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}
