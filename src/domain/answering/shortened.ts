/** Shortens a text to `max` characters. A shortened text ends with `…`. Surrogate pairs are not split. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
