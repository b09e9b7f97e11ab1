import type { DatabaseSync } from 'node:sqlite'
import type { StoredDocument } from '#domain/store/index.ts'
import type { Collection } from '#core/collections.ts'
import type { WordsQuery } from '#core/ports.ts'
import { words } from './names.ts'

/** Index segments left unmerged: as many as SQLite allows, because merging is most of a write's cost. */
const SEGMENTS = 16

/**
 * Creates the table of a collection's words. The domain normalises and splits them, so that every store and device
 * finds the same; SQLite only splits at spaces (its `ascii` tokenizer keeps other letters as they are). No text is
 * stored again (`content=''`), nor word positions (`detail=none`), because there is no phrase search.
 */
export function createWords(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE VIRTUAL TABLE ${words(name)} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    INSERT INTO ${words(name)} (${words(name)}, rank) VALUES ('automerge', ${SEGMENTS});
  `)
}

/** A document's words as the table stores them. */
export function wordsText(collection: Collection, document: StoredDocument): string {
  const found = collection.words?.(document)
  if (found === undefined) return ''
  const { within, words: own } = found
  return [placeWord(within), ...own].join(' ')
}

/** The full-text query; null when nothing can match. Words have only letters and digits, so no query syntax. */
export function matching({ within, any }: WordsQuery): string | null {
  const lists = any
    .filter((sought) => sought.length > 0)
    .map((sought) => sought.map(({ word, isWhole }) => `"${word}"${isWhole ? '' : '*'}`).join(' AND '))
  return lists.length === 0 ? null : `"${placeWord(within)}" AND (${lists.map((list) => `(${list})`).join(' OR ')})`
}

/** A word that no text contains, because its first character is not a letter. */
function placeWord(within: string): string {
  return `\u{e000}${Buffer.from(within).toString('hex')}`
}
