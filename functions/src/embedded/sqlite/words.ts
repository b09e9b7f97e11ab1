import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoredDocument } from '#domain/store/index.ts'
import type { Collection } from '#core/collections.ts'
import type { WordsQuery } from '#core/ports.ts'
import { words } from './names.ts'

/** Pieces of the index that are left beside each other before they are merged: as many as SQLite allows, because merging is most of what a write costs. */
const SEGMENTS = 16

/**
 * The table of a collection's words. They are folded and told apart by the domain, so that every store and every device finds the same; SQLite only splits at spaces (its `ascii`
 * tokenizer leaves letters beyond ASCII as they are). No text is kept twice (`content=''`), and no place within it (`detail=none`): nobody asks for phrases.
 */
export function createWords(db: DatabaseSync, name: string): void {
  db.exec(`
    CREATE VIRTUAL TABLE ${words(name)} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    INSERT INTO ${words(name)} (${words(name)}, rank) VALUES ('automerge', ${SEGMENTS});
  `)
}

export type WordsWriter = { readonly put: (id: number, text: string) => void; readonly remove: (id: number) => void }

export function wordsWriter(db: DatabaseSync, name: string): WordsWriter {
  const put: StatementSync = db.prepare(`INSERT INTO ${words(name)} (rowid, words) VALUES (?, ?)`)
  const remove: StatementSync = db.prepare(`DELETE FROM ${words(name)} WHERE rowid = ?`)
  return { put: (id, text) => void put.run(id, text), remove: (id) => void remove.run(id) }
}

/** What the table holds of a document; undefined where its collection is not found by words. */
export function wordsText(collection: Collection, document: StoredDocument): string | undefined {
  if (collection.words === undefined) return undefined
  const { within, words: own } = collection.words(document)
  return [placeWord(within), ...own].join(' ')
}

/** What is looked for, as SQLite is asked; null: nothing is found by it. Words hold letters and digits only, so nothing in them is a sign of this language. */
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
