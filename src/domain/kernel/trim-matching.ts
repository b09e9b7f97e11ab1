/**
 * Trims matching characters from both ends of a text. A regular expression for the end (`-+$`) takes quadratic time: a
 * minute for a megabyte.
 * @param character matches a single character; without the flag `g`
 */
export function trimMatching(text: string, character: RegExp): string {
  let from = 0
  let to = text.length
  while (from < to && character.test(text[from] ?? '')) from += 1
  while (to > from && character.test(text[to - 1] ?? '')) to -= 1
  return text.slice(from, to)
}
