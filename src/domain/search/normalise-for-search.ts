/**
 * Removes case and accents for comparing names (part 1, point 2). Keeps trailing spaces, because the user may still be
 * typing: "san " must not match "santa".
 */
export function normaliseForSearch(text: string): string {
  const lower = text.toLowerCase()
  return (isAscii(lower) ? lower : lower.normalize('NFD').replace(/\p{Mark}/gu, '')).trimStart()
}

/** Checks for ASCII text, which has no accents to remove (fast path). */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Checks whether a name contains the typed text, ignoring accents and case. An empty text matches every name. */
export function matchesSearch(name: string, typed: string): boolean {
  return normaliseForSearch(name).includes(normaliseForSearch(typed))
}
