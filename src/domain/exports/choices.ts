/**
 * The chosen texts in one cell, separated by a comma and a space. As in CSV, a text with a comma, or with a quotation
 * mark at its start, is put in quotation marks and those inside are doubled: the cell can be split again.
 */
export function joinChoices(texts: readonly string[]): string {
  return texts.map(quoteChoice).join(', ')
}

function quoteChoice(text: string): string {
  return text.includes(',') || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}
