/**
 * The form in which names are compared: without accents, in lower case, without leading white space (part 1, point 2).
 * Trailing white space stays: whoever types "san " is still typing.
 */
export function normaliseForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .trimStart()
}

/** Whether a name contains what was typed, whatever the accents and the case. Nothing typed fits everything. */
export function matchesSearch(name: string, typed: string): boolean {
  return normaliseForSearch(name).includes(normaliseForSearch(typed))
}
