const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}
