import { isAscii, normaliseForSearch } from './normalise-for-search.ts'

/** Lengths of indexed word prefixes. A longer search word is found by its indexed prefix and then compared in full. */
const LENGTHS = [2, 4, 8] as const
/** Maximum words of a search. */
const MAX_TYPED_WORDS = 8

/** Splits a text into words at characters that are neither letters nor digits. Words are lower case without accents. */
export function splitWords(text: string): readonly string[] {
  const folded = normaliseForSearch(text)
  // Most texts are ASCII, for which splitting is ten times faster.
  return folded.split(isAscii(folded) ? /[^a-z0-9]+/ : /[^\p{Letter}\p{Number}]+/u).filter((word) => word !== '')
}

/** Returns the index terms of texts, by which prefixes of words are found. */
export function buildIndexTerms(texts: readonly string[]): readonly string[] {
  const wordPrefixes = texts.flatMap(splitWords).flatMap((word) => LENGTHS.map((length) => getWordPrefix(word, length)))
  return [...new Set(wordPrefixes.filter((beginning) => beginning !== undefined))]
}

/** Maximum start positions within a word that are indexed. */
const MAX_PART_STARTS = 40

/**
 * Returns the index terms of texts, by which parts of words (two characters or more) are found (`matchesWordParts`).
 */
export function buildPartTerms(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap(splitWords).flatMap((word) => {
    const characters = [...word]
    return characters.slice(0, MAX_PART_STARTS).map((_, start) => characters.slice(start).join(''))
  })
  return buildIndexTerms(parts)
}

/** Checks whether each typed word is part of a word in the texts. A single character must be the start of a word. */
export function matchesWordParts(texts: readonly string[], typed: string): boolean {
  const words = texts.flatMap(splitWords)
  return splitTypedWords(typed).every((part) =>
    words.some((word) => ([...part].length === 1 ? word.startsWith(part) : word.includes(part))),
  )
}

/** Returns the longest index term of each typed word. Omits words that are too short for the index. */
export function parseSearchTerms(typed: string): readonly string[] {
  const terms = splitTypedWords(typed).map((word) =>
    LENGTHS.map((length) => getWordPrefix(word, length)).findLast((beginning) => beginning !== undefined),
  )
  return [...new Set(terms.filter((term) => term !== undefined))]
}

/**
 * Checks whether each typed word is a prefix of a word in the texts, ignoring accents and case. An empty search matches
 * every text.
 */
export function matchesWordPrefixes(texts: readonly string[], typed: string): boolean {
  const words = texts.flatMap(splitWords)
  return splitTypedWords(typed).every((typedPrefix) => words.some((word) => word.startsWith(typedPrefix)))
}

function splitTypedWords(typed: string): readonly string[] {
  return splitWords(typed).slice(0, MAX_TYPED_WORDS)
}

/** Returns a word's prefix. Counts characters, not UTF-16 units. */
function getWordPrefix(word: string, length: number): string | undefined {
  const characters = [...word]
  return characters.length < length ? undefined : characters.slice(0, length).join('')
}
