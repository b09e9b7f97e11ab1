import type { DatabaseSync } from 'node:sqlite'
import type { StoredDocument } from '#domain/store/index.ts'
import type { Collection } from '#core/collections.ts'
import type { WordsQuery } from '#core/ports.ts'
import { words } from './names.ts'

/** Pieces of the index left unmerged: as many as SQLite allows, because merging is most of what a write costs. */
const SEGMENTS = 16

/**
 * The table of a collection's words. The domain folds and parts them, so that every store and device finds the same;
 * SQLite only splits at spaces (its `ascii` tokenizer leaves letters beyond ASCII as they are). No text is kept twice
 * (`content=''`), nor any place within it (`detail=none`): no one asks for phrases.
 */
export function createWords(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE VIRTUAL TABLE ${words(name)} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    INSERT INTO ${words(name)} (${words(name)}, rank) VALUES ('automerge', ${SEGMENTS});
  `)
}

/** What the table holds of a document. */
export function wordsText(collection: Collection, document: StoredDocument): string {
  const found = collection.words?.(document)
  if (found === undefined) return ''
  const { within, words: own } = found
  return [placeWord(within), ...own].join(' ')
}

/** What SQLite is asked; null: nothing is found. Words hold letters and digits only, so no sign of its language. */
export function matching({ within, any }: WordsQuery): string | null {
  const lists = any
    .filter((sought) => sought.length > 0)
    .map((sought) => sought.map(({ word, isWhole }) => `"${word}"${isWhole ? '' : '*'}`).join(' AND '))
  return lists.length === 0 ? null : `"${placeWord(within)}" AND (${lists.map((list) => `(${list})`).join(' OR ')})`
}

/** A word that no text has, because the sign that it begins with is no letter. */
function placeWord(within: string): string {
  return `\u{e000}${Buffer.from(within).toString('hex')}`
}
