import { isAscii, normaliseForSearch } from './normalise-for-search.ts'

/** Lengths of indexed word prefixes. Longer words are found by their prefix and then compared. */
const LENGTHS = [2, 4, 8] as const
/** Maximum words of a search. */
const MAX_TYPED_WORDS = 8

/** Splits a text into words, in lower case without accents, at characters that are neither letters nor digits. */
export function splitWords(text: string): readonly string[] {
  const folded = normaliseForSearch(text)
  // Most texts are ASCII, for which splitting is ten times faster.
  return folded.split(isAscii(folded) ? /[^a-z0-9]+/ : /[^\p{Letter}\p{Number}]+/u).filter((word) => word !== '')
}

/** Index terms of texts, for finding prefixes of words. Terms of two characters are the first two of a word. */
export function buildIndexTerms(texts: readonly string[]): readonly string[] {
  const beginnings = texts.flatMap(splitWords).flatMap((word) => LENGTHS.map((length) => wordPrefix(word, length)))
  return [...new Set(beginnings.filter((beginning) => beginning !== undefined))]
}

/** Maximum start positions within a word. */
const MAX_PART_STARTS = 40

/** Index terms of texts, for finding parts of words of two characters or more (`containsWords`). */
export function buildPartTerms(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap(splitWords).flatMap((word) => {
    const characters = [...word]
    return characters.slice(0, MAX_PART_STARTS).map((_, start) => characters.slice(start).join(''))
  })
  return buildIndexTerms(parts)
}

/** Checks whether each typed word is part of a word in the texts. A single letter must start a word. */
export function containsWords(texts: readonly string[], typed: string): boolean {
  const words = texts.flatMap(splitWords)
  return typedWords(typed).every((part) =>
    words.some((word) => ([...part].length === 1 ? word.startsWith(part) : word.includes(part))),
  )
}

/** Longest index term of each typed word; none for words too short for the index. */
export function searchTerms(typed: string): readonly string[] {
  const terms = typedWords(typed).map((word) =>
    LENGTHS.map((length) => wordPrefix(word, length)).findLast((beginning) => beginning !== undefined),
  )
  return [...new Set(terms.filter((term) => term !== undefined))]
}

/**
 * Checks whether each typed word is a prefix of a word in the texts, ignoring accents and case. Empty text matches
 * everything.
 */
export function matchesWords(texts: readonly string[], typed: string): boolean {
  const words = texts.flatMap(splitWords)
  return typedWords(typed).every((begun) => words.some((word) => word.startsWith(begun)))
}

function typedWords(typed: string): readonly string[] {
  return splitWords(typed).slice(0, MAX_TYPED_WORDS)
}

/** Counts characters rather than UTF-16 units. */
function wordPrefix(word: string, length: number): string | undefined {
  const characters = [...word]
  return characters.length < length ? undefined : characters.slice(0, length).join('')
}
