import type { DatabaseSync } from 'node:sqlite'
import { collectionNamed, COLLECTION_NAMES } from '#core/collections.ts'
import type { BodyCodec } from './body-codec.ts'
import { docs, words } from './names.ts'
import { inTransaction } from './schema.ts'
import { createWords, wordsText, wordsWriter } from './words.ts'

/** Raised with each change of what documents are found by: all of their words are then read anew on opening. */
const WORDS_VERSION = 1
/** Documents in one transaction. */
const AT_ONCE = 500

/**
 * Whatever was stored before there were words, or before they changed, gets its own. Stretch by stretch, each in a transaction: a start that is broken off goes on where it was, and
 * until all is done no server answers, so that no search finds half.
 */
export function fillWords(db: DatabaseSync, bodies: BodyCodec): void {
  for (const name of COLLECTION_NAMES) {
    if (collectionNamed(name).words === undefined) continue
    const known = declared(db, name)
    if (known === done()) continue
    if (known !== begun())
      inTransaction(db, () => {
        db.exec(`DROP TABLE IF EXISTS ${words(name)}`)
        createWords(db, name)
        declare(db, name, begun())
      })
    fill(db, name, bodies)
    declare(db, name, done())
  }
}

function fill(db: DatabaseSync, name: string, bodies: BodyCodec): void {
  const collection = collectionNamed(name)
  // What has its words stands in the full-text table's own list of rows.
  const open = db.prepare(
    `SELECT id, body FROM ${docs(name)} WHERE id > ? AND id NOT IN (SELECT id FROM "words_${name}_docsize") ORDER BY id LIMIT ${AT_ONCE}`,
  )
  const { put } = wordsWriter(db, name)
  for (let after = 0; ;) {
    const rows = open.all(after)
    if (rows.length === 0) return
    inTransaction(db, () => {
      for (const row of rows) put(Number(row['id']), wordsText(collection, bodies.decode(String(row['body']))) ?? '')
    })
    after = Number(rows.at(-1)?.['id'])
  }
}

const begun = (): string => JSON.stringify({ words: WORDS_VERSION, done: false })
const done = (): string => JSON.stringify({ words: WORDS_VERSION, done: true })

function declared(db: DatabaseSync, name: string): unknown {
  return db.prepare('SELECT declaration FROM declarations WHERE collection = ?').get(`words of ${name}`)?.[
    'declaration'
  ]
}

function declare(db: DatabaseSync, name: string, declaration: string): void {
  db.prepare('INSERT INTO declarations VALUES (?, ?) ON CONFLICT DO UPDATE SET declaration = excluded.declaration').run(
    `words of ${name}`,
    declaration,
  )
}
