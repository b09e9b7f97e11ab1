/** The form in which names are compared (part 1, point 2). Trailing white space stays: "san " is still being typed. */
export function normaliseForSearch(text: string): string {
  const lower = text.toLowerCase()
  return (isAscii(lower) ? lower : lower.normalize('NFD').replace(/\p{Mark}/gu, '')).trimStart()
}

/** Such a text has nothing to be taken apart. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Whether a name contains what was typed, whatever the accents and the case. Nothing typed fits everything. */
export function matchesSearch(name: string, typed: string): boolean {
  return normaliseForSearch(name).includes(normaliseForSearch(typed))
}
