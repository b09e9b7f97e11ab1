import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Key } from '#domain/store/index.ts'
import { collectionNamed, type Collection, type CollectionName } from '#core/collections.ts'
import type { Extracted } from '#core/indexing.ts'
import { column, columnName, docs, left, lists } from './names.ts'
import { type RowInserter, rowInserter } from './schema.ts'
import { wordsWriter, type WordsWriter } from './words.ts'

/** What a write leaves behind for one key: the body and its searchable part, or `undefined` for a deletion. */
export type Content = {
  readonly body: string
  readonly extracted: Extracted
  /** of `wordsText` */
  readonly words: string | undefined
}

/** The prepared statements of one collection. */
export class Table {
  readonly #name: CollectionName
  readonly #read: StatementSync
  readonly #remove: StatementSync
  readonly #removeEntry: StatementSync
  readonly #leave: StatementSync
  readonly #return: StatementSync
  readonly #insert: RowInserter
  readonly #words: WordsWriter | undefined
  readonly #followed: readonly string[]
  readonly #followedScalars: readonly string[]

  constructor(db: DatabaseSync, name: CollectionName) {
    const { followed, scalars } = collectionNamed(name)
    this.#name = name
    this.#followed = followed
    this.#followedScalars = followed.filter((field) => scalars.includes(field))
    this.#read = db.prepare(`SELECT body FROM ${docs(name)} WHERE key = ?`)
    this.#remove = db.prepare(
      `DELETE FROM ${docs(name)} WHERE key = ? RETURNING ${['id', 'lists', ...this.#followedScalars.map(column)].join(', ')}`,
    )
    this.#removeEntry = db.prepare(`DELETE FROM ${lists(name)} WHERE field = ? AND value = ? AND id = ?`)
    this.#leave = db.prepare(
      `INSERT INTO ${left(name)} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq`,
    )
    this.#return = db.prepare(`DELETE FROM ${left(name)} WHERE field = ? AND value = ? AND key = ?`)
    this.#insert = rowInserter(db, name)
    const collection: Collection = collectionNamed(name)
    this.#words = collection.words && wordsWriter(db, name)
  }

  read(key: Key): string | undefined {
    return this.#read.get(key)?.['body'] as string | undefined
  }

  /** Puts, replaces or removes a document, and notes which scopes it has left. */
  write(seq: number, key: Key, content: Content | undefined): void {
    const before = this.#takeOut(key)
    for (const field of this.#followed) {
      const now = this.#scope(field, content?.extracted)
      for (const value of before?.get(field) ?? []) {
        if (!now.includes(value)) this.#leave.run(field, value, key, seq)
      }
      // A key that is there for the first time may still have been there before it was deleted.
      if (before === undefined || now.some((value) => !before.get(field)?.includes(value))) {
        for (const value of now) this.#return.run(field, value, key)
      }
    }
    if (content === undefined) return
    this.#insert(seq, key, content.body, content.extracted)
    if (content.words !== undefined) this.#words?.put(seq, content.words)
  }

  /** @returns the followed values of the row that was there */
  #takeOut(key: Key): ReadonlyMap<string, readonly string[]> | undefined {
    const row = this.#remove.get(key)
    if (row === undefined) return undefined
    this.#words?.remove(Number(row['id']))
    const { arrays } = collectionNamed(this.#name)
    const values = new Map<string, readonly string[]>()
    const listed = row['lists'] === null ? [] : (JSON.parse(String(row['lists'])) as readonly (readonly string[])[])
    listed.forEach((list, index) => {
      for (const value of list) this.#removeEntry.run(index, value, Number(row['id']))
      values.set(arrays[index] ?? '', list)
    })
    for (const field of this.#followedScalars) {
      const value = row[columnName(field)]
      values.set(field, typeof value === 'string' ? [value] : [])
    }
    return values
  }

  #scope(field: string, extracted: Extracted | undefined): readonly string[] {
    const { arrays, scalars } = collectionNamed(this.#name)
    const list = extracted?.arrays[arrays.indexOf(field)]
    if (list !== undefined) return list
    const value = extracted?.scalars[scalars.indexOf(field)]
    return typeof value === 'string' ? [value] : []
  }
}
