import { splitWords } from './terms.ts'

/** Maximum distinct words indexed per document. Otherwise an answer with ten thousand rows would fill the index. */
export const MAX_INDEXED_WORDS = 2_000
/** Maximum characters read for indexing. */
const MAX_INDEXED_CHARACTERS = 60_000
/** Maximum characters of an indexed word; longer words are cut. */
const WORD_LENGTH = 48
/** Separator that does not combine with letters when joined texts are normalised. */
const SEPARATOR = '\n'
/** Maximum words of a search. */
const MAX_SEARCH_WORDS = 8

/** A word of a search: must match a whole word, or a prefix. */
export type SearchWord = { readonly word: string; readonly isWhole: boolean }

/** Returns the distinct words of texts in order, at most `MAX_INDEXED_WORDS`. */
export function collectWords(texts: Iterable<string | undefined>): readonly string[] {
  // Joins the texts first, because normalising is the main cost and is faster for one long text.
  let [joined, remaining] = ['', MAX_INDEXED_CHARACTERS]
  for (const text of texts) {
    if (text === undefined) continue
    joined += SEPARATOR + text.slice(0, remaining)
    remaining -= text.length
    if (remaining <= 0) break
  }
  const found = new Set<string>()
  for (const word of splitWords(joined)) {
    found.add(truncateWord(word))
    if (found.size >= MAX_INDEXED_WORDS) break
  }
  return [...found]
}

/**
 * Returns the words of a search. Each matches as a prefix, except single characters and words with digits. These must
 * match whole words, because a number is a prefix of many other numbers.
 */
export function parseSearchWords(typed: string): readonly SearchWord[] {
  const words = splitWords(typed).slice(0, MAX_SEARCH_WORDS).map(truncateWord)
  return [...new Set(words)].map((word) => ({ word, isWhole: word.length === 1 || /\p{Number}/u.test(word) }))
}

/**
 * Checks whether all words of the search occur in `words`, as whole words or prefixes. An empty search matches nothing.
 */
export function includesSearchWords(words: readonly string[], searchWords: readonly SearchWord[]): boolean {
  return (
    searchWords.length > 0 &&
    searchWords.every(({ word, isWhole }) =>
      isWhole ? words.includes(word) : words.some((eachWord) => eachWord.startsWith(word)),
    )
  )
}

function truncateWord(word: string): string {
  return word.length <= WORD_LENGTH ? word : [...word].slice(0, WORD_LENGTH).join('')
}
