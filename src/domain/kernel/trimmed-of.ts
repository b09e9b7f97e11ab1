/**
 * A text without what stands at its beginning and end. An expression for the end (`-+$`) would be tried at each of its
 * characters, and again from there: a minute for a text of a megabyte.
 *
 * @param one tells of a single character whether it goes; without the flag `g`
 */
export function trimmedOf(text: string, one: RegExp): string {
  let from = 0
  let to = text.length
  while (from < to && one.test(text[from] ?? '')) from += 1
  while (to > from && one.test(text[to - 1] ?? '')) to -= 1
  return text.slice(from, to)
}
