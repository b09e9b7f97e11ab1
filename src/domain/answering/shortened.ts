/** @returns the text, or as much of it as `most` characters hold, the last of them `…`; never cut within a character */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
