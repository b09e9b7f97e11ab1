import { collectionNamed } from '#core/collections.ts'
import { words } from '../names.ts'
import { createWords, wordsText } from '../words.ts'
import type { Projection } from './projection.ts'

/** Raised with each change of what documents are found by. */
const WORDS_VERSION = 3

/** The words of full text. */
export const searchWords: Projection = {
  declaration: (collection) => (collection.words === undefined ? undefined : `words ${WORDS_VERSION}`),
  create: (db, name) => {
    db.exec(`DROP TABLE IF EXISTS ${words(name)}`)
    createWords(db, name)
  },
  writer: (db, name) => {
    const collection = collectionNamed(name)
    const put = db.prepare(`INSERT INTO ${words(name)} (rowid, words) VALUES (?, ?)`)
    const remove = db.prepare(`DELETE FROM ${words(name)} WHERE rowid = ?`)
    return {
      put: (id, _, document) => {
        const text = wordsText(collection, document)
        put.run(id, text)
      },
      takeOut: (id) => void remove.run(id),
    }
  },
}
