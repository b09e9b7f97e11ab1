import { wordsOf } from './terms.ts'

/** Different words of one document that are found; a record of ten thousand rows would fill an index by itself. */
export const MOST_WORDS = 2_000
/** Characters of its texts that are read for them. */
const MOST_CHARACTERS = 60_000
/** Of a longer word these are found, and looked for. */
const WORD_LENGTH = 48
/** No letter, and nothing that a letter is put together with: folding a text is the same beside another. */
const BETWEEN = '\n'
/** Words of one search. */
const MOST_SOUGHT_WORDS = 8

/** A word that is looked for: as it stands, or as the beginning of one. */
export type SoughtWord = { readonly word: string; readonly isWhole: boolean }

/** The words of texts, each once, in the order of the texts; the first `MOST_WORDS` of them. */
export function wordsToFind(texts: Iterable<string | undefined>): readonly string[] {
  // Folding is most of what this costs, and costs the less the fewer texts it is done to.
  let [joined, left] = ['', MOST_CHARACTERS]
  for (const text of texts) {
    if (text === undefined) continue
    joined += BETWEEN + text.slice(0, left)
    left -= text.length
    if (left <= 0) break
  }
  const found = new Set<string>()
  for (const word of wordsOf(joined)) {
    found.add(shortened(word))
    if (found.size >= MOST_WORDS) break
  }
  return [...found]
}

/**
 * The words that a typed text looks for. Each is the beginning of one, whatever accents and case; a single letter, and
 * what has a digit, is whole: the beginning of a number is most numbers, and one typed code does not mean ten.
 */
export function soughtWords(typed: string): readonly SoughtWord[] {
  const words = wordsOf(typed).slice(0, MOST_SOUGHT_WORDS).map(shortened)
  return [...new Set(words)].map((word) => ({ word, isWhole: word.length === 1 || /\p{Number}/u.test(word) }))
}

/** Whether all that is looked for is among the words. Nothing looked for fits nothing. */
export function hasWords(words: readonly string[], sought: readonly SoughtWord[]): boolean {
  return (
    sought.length > 0 &&
    sought.every(({ word, isWhole }) => (isWhole ? words.includes(word) : words.some((one) => one.startsWith(word))))
  )
}

function shortened(word: string): string {
  return word.length <= WORD_LENGTH ? word : [...word].slice(0, WORD_LENGTH).join('')
}
