import { MAX_TITLE_LENGTH } from '../kernel/building-blocks.ts'
import type { NotePlace, NoteCollector } from './notes.ts'
import type { TranslatedTexts } from './texts.ts'

/** Reference to an answer or to a value, inside a text. */
const REFERENCE = /\$\{[^{}]*\}|<output\b[^<>]*>/

/** Shortens texts to the maximum length of titles, and adds a note. Also adds a note about a reference to an answer. */
export function shortenTexts(texts: TranslatedTexts, notes: NoteCollector, place: NotePlace): TranslatedTexts {
  const all = [texts.text, ...Object.values(texts.others)]
  const reference = all.map((text) => REFERENCE.exec(text)?.[0]).find((found) => found !== undefined)
  if (reference !== undefined) notes.add('label.reference', place, reference)
  if (all.every((text) => text.length <= MAX_TITLE_LENGTH)) return texts
  notes.add('text.cut', place, String(MAX_TITLE_LENGTH))
  const others = Object.entries(texts.others).map(([language, text]) => [language, shortenTitle(text)])
  return { text: shortenTitle(texts.text), others: Object.fromEntries(others) as TranslatedTexts['others'] }
}

/** Shortens a text without splitting a surrogate pair, because a lone surrogate cannot be stored. */
export function shortenTitle(text: string): string {
  return text.slice(0, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}
