import { isAscii, normaliseForSearch } from './normalise-for-search.ts'

/** Characters of a word that stand in an index. A longer one is found by them, and then looked at. */
const LENGTHS = [2, 4, 8] as const
/** Words of one text that are looked for. */
const MOST_TYPED_WORDS = 8

/** A text's words, without accents, in lower case. What is neither letter nor digit stands between words. */
export function wordsOf(text: string): readonly string[] {
  const folded = normaliseForSearch(text)
  // Without accents most texts have only these letters, and are split in a tenth of the time.
  return folded.split(isAscii(folded) ? /[^a-z0-9]+/ : /[^\p{Letter}\p{Number}]+/u).filter((word) => word !== '')
}

/** What an index holds of texts, found by the beginnings of words. Two characters of `terms` are a word's first two. */
export function termsOf(texts: readonly string[]): readonly string[] {
  const beginnings = texts.flatMap(wordsOf).flatMap((word) => LENGTHS.map((length) => beginningOf(word, length)))
  return [...new Set(beginnings.filter((beginning) => beginning !== undefined))]
}

/** Characters of a word at which a typed part may begin. */
const MAX_PART_STARTS = 40

/** The terms of an index whose texts are found by any part of a word of two characters or more (`containsWords`). */
export function termsOfParts(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap(wordsOf).flatMap((word) => {
    const characters = [...word]
    return characters.slice(0, MAX_PART_STARTS).map((_, start) => characters.slice(start).join(''))
  })
  return termsOf(parts)
}

/** Whether each typed word is a part of a word of the texts. A single letter has to begin one. */
export function containsWords(texts: readonly string[], typed: string): boolean {
  const words = texts.flatMap(wordsOf)
  return typedWords(typed).every((part) =>
    words.some((word) => ([...part].length === 1 ? word.startsWith(part) : word.includes(part))),
  )
}

/** For each typed word the term that says most of it; none of a word that is too little for an index. */
export function termsFor(typed: string): readonly string[] {
  const terms = typedWords(typed).map((word) =>
    LENGTHS.map((length) => beginningOf(word, length)).findLast((beginning) => beginning !== undefined),
  )
  return [...new Set(terms.filter((term) => term !== undefined))]
}

/** Whether each typed word begins a word of the texts, whatever the accents and case. Nothing typed fits everything. */
export function matchesWords(texts: readonly string[], typed: string): boolean {
  const words = texts.flatMap(wordsOf)
  return typedWords(typed).every((begun) => words.some((word) => word.startsWith(begun)))
}

function typedWords(typed: string): readonly string[] {
  return wordsOf(typed).slice(0, MOST_TYPED_WORDS)
}

/** In characters, not in halves of them. */
function beginningOf(word: string, length: number): string | undefined {
  const characters = [...word]
  return characters.length < length ? undefined : characters.slice(0, length).join('')
}
