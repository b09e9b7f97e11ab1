/** Shortens a text to `most` characters, the last one `…`, without splitting a surrogate pair. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
