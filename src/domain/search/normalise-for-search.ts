/** Normalises names for comparison (part 1, point 2). Trailing spaces are kept, because "san " is still being typed. */
export function normaliseForSearch(text: string): string {
  const lower = text.toLowerCase()
  return (isAscii(lower) ? lower : lower.normalize('NFD').replace(/\p{Mark}/gu, '')).trimStart()
}

/** Fast path: ASCII text has no accents to remove. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Checks whether a name contains the typed text, ignoring accents and case. Empty text matches everything. */
export function matchesSearch(name: string, typed: string): boolean {
  return normaliseForSearch(name).includes(normaliseForSearch(typed))
}
