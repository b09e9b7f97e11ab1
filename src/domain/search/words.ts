import { splitWords } from './terms.ts'

/** Maximum distinct words indexed per document; an answer with ten thousand rows would otherwise fill the index. */
export const MAX_WORDS = 2_000
/** Maximum characters read for indexing. */
const MAX_INDEXED_CHARACTERS = 60_000
/** Maximum characters of an indexed word; longer words are cut. */
const WORD_LENGTH = 48
/** Separator that does not combine with letters, so that texts can be normalised together. */
const SEPARATOR = '\n'
/** Maximum words of a search. */
const MAX_SEARCH_WORDS = 8

/** Search word: a whole word, or a prefix. */
export type SearchWord = { readonly word: string; readonly isWhole: boolean }

/** Distinct words of texts in order, `MAX_WORDS` at most. */
export function collectWords(texts: Iterable<string | undefined>): readonly string[] {
  // Joined first, because normalising is the main cost and is faster for fewer texts.
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
    if (found.size >= MAX_WORDS) break
  }
  return [...found]
}

/**
 * Words of a search text. Each matches as a prefix; single letters and words with digits match only whole words,
 * because a number is the prefix of many others.
 */
export function parseSearchWords(typed: string): readonly SearchWord[] {
  const words = splitWords(typed).slice(0, MAX_SEARCH_WORDS).map(truncateWord)
  return [...new Set(words)].map((word) => ({ word, isWhole: word.length === 1 || /\p{Number}/u.test(word) }))
}

/** Checks whether all search words occur. An empty search matches nothing. */
export function hasWords(words: readonly string[], searchWords: readonly SearchWord[]): boolean {
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
