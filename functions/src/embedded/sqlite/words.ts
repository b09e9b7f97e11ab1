import type { DatabaseSync } from 'node:sqlite'
import type { StoredDocument } from '#domain/store/index.ts'
import type { Collection } from '#core/collections.ts'
import type { WordsQuery } from '#core/ports.ts'
import { wordsTable } from './names.ts'

/** Maximum number of unmerged index segments, the most that SQLite allows: merging is the main cost of a write. */
const SEGMENTS = 16

/**
 * Creates the full-text table of a collection. The domain normalises and splits the words, so that every store and
 * device finds the same documents. SQLite only splits at spaces (its `ascii` tokenizer keeps other letters). The table
 * stores neither text (`content=''`) nor word positions (`detail=none`), because there is no phrase search.
 */
export function createWordsTable(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE VIRTUAL TABLE ${wordsTable(name)} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    INSERT INTO ${wordsTable(name)} (${wordsTable(name)}, rank) VALUES ('automerge', ${SEGMENTS});
  `)
}

/** Returns a document's words in the form that the table stores. */
export function wordsText(collection: Collection, document: StoredDocument): string {
  const found = collection.words?.(document)
  if (found === undefined) return ''
  const { within, words: own } = found
  return [placeWord(within), ...own].join(' ')
}

/** Returns the full-text query; null: nothing can match. Words are only letters and digits, so none is escaped. */
export function fullTextQuery({ within, any }: WordsQuery): string | null {
  const lists = any
    .filter((sought) => sought.length > 0)
    .map((sought) => sought.map(({ word, isWhole }) => `"${word}"${isWhole ? '' : '*'}`).join(' AND '))
  return lists.length === 0 ? null : `"${placeWord(within)}" AND (${lists.map((list) => `(${list})`).join(' OR ')})`
}

/** Returns a word that marks the place. No text contains it, because its first character is not a letter. */
function placeWord(within: string): string {
  return `\u{e000}${Buffer.from(within).toString('hex')}`
}
